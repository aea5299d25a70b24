// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "peer.h"

const struct peer_kind *const peers[] = {
	&peer_lru, &peer_sieve, &peer_s3fifo, &peer_arc, &peer_larc, &peer_wtlfu, &peer_tlfu, &peer_lfudecay,
	&peer_smq, &peer_topk50, &peer_topk4, &peer_btier, NULL
};

void peer_out(struct peer *peer, u32 extent)
{
	peer->demoted++;
	peer->demoted_dirty += peer->dirty[extent];
	peer->dirty[extent] = 0;
}

void peer_replay(struct score *score, const struct peer_kind *kind, const struct cut *cut, u32 slots)
{
	struct peer *peer = must_alloc(1, kind->size);
	u32 i, missed = 0, last = ~0U, requests = cut->trace->count;
	double ms = 0, size = 1ULL << cut->shift;

	peer->kind = kind;
	peer->cut = cut;
	peer->slots = slots;
	peer->dirty = must_alloc(cut->extents, 1);
	kind->init(peer);
	for (i = 0; i < cut->count; i++) {
		const struct access *access = &cut->accesses[i];
		bool hit = kind->access(peer, i);

		if (!hit) {
			ms += access->ms;
			missed += access->request != last;
			last = access->request;
		}
		if (access->write && (hit || kind->resident(peer, access->extent)))
			peer->dirty[access->extent] = 1;
	}
	score->hit = 1 - (double)missed / requests;
	score->ms = ms / requests;
	score->ms_moves = (ms + (peer->promoted + peer->demoted) * cut->move) / requests;
	score->ms_shadow = (ms + peer->promoted * (kind->at_access ? cut->piggy : cut->move) +
			    peer->demoted_dirty * cut->move) / requests;
	score->moved = (peer->promoted + peer->demoted_dirty) * size / cut->trace->bytes;
	score->moved_all = (peer->promoted + peer->demoted) * size / cut->trace->bytes;
	kind->exit(peer);
	free(peer->dirty);
	free(peer);
}
