/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the pure code needs of its surroundings: types, byte order, crc32c,
 * 64-bit division. In the kernel these are the kernel's; in user space
 * (tools, unit tests, fuzzers) they stand on libc.
 */
#ifndef DM_TIER_CORE_ENV_H
#define DM_TIER_CORE_ENV_H

#ifdef __KERNEL__

#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/crc32c.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/byteorder.h>

/* crc32c() of the kernel neither starts with nor ends on an inversion. */
#define tier_crc32c(crc, data, length)	crc32c(crc, data, length)

/* Lowest bit that is set; @word is not 0. */
#define tier_lowest_bit(word)	((unsigned int)__ffs64(word))

/* Highest bit that is set; @word is not 0. */
#define tier_highest_bit(word)	((unsigned int)fls64(word) - 1)

/* How many bits are set. */
#define tier_count_bits(word)	((unsigned int)hweight64((u64)(word)))

/* Called now and then by loops over a whole map. */
#define tier_breathe()		cond_resched()

#else /* user space */

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define le16_to_cpu(v)	le16toh(v)
#define le32_to_cpu(v)	le32toh(v)
#define le64_to_cpu(v)	le64toh(v)
#define cpu_to_le16(v)	htole16(v)
#define cpu_to_le32(v)	htole32(v)
#define cpu_to_le64(v)	htole64(v)

#ifndef SECTOR_SIZE
#define SECTOR_SIZE	512
#endif

#ifndef BIT_ULL
#define BIT_ULL(nr)	(1ULL << (nr))
#endif
#ifndef U32_MAX
#define U32_MAX		(~0U)
#endif
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#endif

#define BITS_PER_TYPE(type)	(sizeof(type) * 8)
#define DIV_ROUND_UP_ULL(n, d)	(((u64)(n) + (d) - 1) / (d))

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64_rem(u64 dividend, u64 divisor, u64 *remainder)
{
	*remainder = dividend % divisor;
	return dividend / divisor;
}

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

/* Lowest bit that is set; @word is not 0. */
static inline unsigned int tier_lowest_bit(u64 word)
{
	return (unsigned int)__builtin_ctzll(word);
}

/* Highest bit that is set; @word is not 0. */
static inline unsigned int tier_highest_bit(u64 word)
{
	return 63 - (unsigned int)__builtin_clzll(word);
}

/* How many bits are set. */
static inline unsigned int tier_count_bits(u64 word)
{
	return (unsigned int)__builtin_popcountll(word);
}

/* Called now and then by loops over a whole map. */
static inline void tier_breathe(void)
{
}

/* Defined in core/crc32c.c, which only user space builds. */
u32 tier_crc32c(u32 crc, const void *data, size_t length);

#endif /* __KERNEL__ */

#endif /* DM_TIER_CORE_ENV_H */
