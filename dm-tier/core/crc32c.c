// SPDX-License-Identifier: GPL-2.0
/*
 * crc32c (Castagnoli, reflected) for user space; the kernel has its own. As the kernel's, it
 * neither starts with nor ends on an inversion.
 */
#include "env.h"

#define POLYNOMIAL	0x82f63b78u

/* table[k][b]: the checksum of byte b followed by k zero bytes. */
static u32 table[8][256];

/* Before main(): no lock, no race between threads. */
__attribute__((constructor))
static void table_init(void)
{
	unsigned int byte, bit, k;
	u32 crc;

	for (byte = 0; byte < 256; byte++) {
		crc = byte;
		for (bit = 0; bit < 8; bit++)
			crc = (crc >> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
		table[0][byte] = crc;
	}
	for (byte = 0; byte < 256; byte++)
		for (k = 1; k < 8; k++)
			table[k][byte] = (table[k - 1][byte] >> 8) ^
					 table[0][table[k - 1][byte] & 0xff];
}

u32 tier_crc32c(u32 crc, const void *data, size_t length)
{
	const u8 *p = data;

	/* Eight bytes at a time: recovery of a large volume reads hundreds of megabytes. */
	for (; length >= 8; length -= 8, p += 8) {
		crc ^= p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
		crc = table[7][crc & 0xff] ^ table[6][crc >> 8 & 0xff] ^
		      table[5][crc >> 16 & 0xff] ^ table[4][crc >> 24] ^
		      table[3][p[4]] ^ table[2][p[5]] ^ table[1][p[6]] ^ table[0][p[7]];
	}
	for (; length; length--)
		crc = (crc >> 8) ^ table[0][(crc ^ *p++) & 0xff];
	return crc;
}
