// SPDX-License-Identifier: GPL-2.0
#include "stream.h"

u32 tier_price_access(const struct tier_prices *prices, u32 bytes, bool continues)
{
	u64 us = prices->seek_us;

	if (continues && bytes < prices->stream_kib * 1024ULL)
		us = div64_u64((u64)bytes * prices->seek_us, prices->stream_kib * 1024ULL);
	us += tier_price_bytes(prices, bytes);
	return us < U32_MAX ? us : U32_MAX;
}

void tier_streams_init(struct tier_streams *streams)
{
	memset(streams, 0, sizeof(*streams));
}

bool tier_streams_see(struct tier_streams *streams, u64 sector, u32 sectors)
{
	bool continues = false;
	u32 i;

	for (i = 0; i < streams->used && !continues; i++)
		continues = streams->ends[i] == sector;
	streams->ends[streams->next] = sector + sectors;
	streams->next = (streams->next + 1) % TIER_STREAMS;
	if (streams->used < TIER_STREAMS)
		streams->used++;
	return continues;
}
