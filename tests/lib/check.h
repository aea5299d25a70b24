/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One source for the tests of the pure code, and the frames to run it in: KUnit in a kernel, cmocka
 * in user space, or a fuzzer (DM_TIER_FUZZ). A case is a function void name(test_t *test); memory
 * from test_alloc() is given back when the case ends (user space: list it with
 * cmocka_unit_test_teardown(name, test_release)).
 */
#ifndef DM_TIER_TESTS_CHECK_H
#define DM_TIER_TESTS_CHECK_H

#ifdef __KERNEL__

#include <kunit/test.h>

#define test_t	struct kunit

#define CHECK(condition)	KUNIT_ASSERT_TRUE(test, condition)
#define CHECK_EQ(got, wanted)	KUNIT_ASSERT_EQ(test, (u64)(got), (u64)(wanted))

/* How much of a long loop to do: a kernel with KASAN is slow, and its console is watched. */
#define ROUNDS(user, kernel)	(kernel)

static inline void *test_alloc(test_t *test, size_t size)
{
	void *memory = kunit_kzalloc(test, size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, memory);
	return memory;
}

#else /* user space */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define test_t	void *

#ifdef DM_TIER_FUZZ
#define test_fail_unless(condition)	do { if (!(condition)) abort(); } while (0)
#else
#include <cmocka.h>
#define test_fail_unless(condition)	assert_true(condition)
#endif

#define CHECK(condition)	do { (void)test; test_fail_unless(condition); } while (0)
#ifdef DM_TIER_FUZZ
#define CHECK_EQ(got, wanted)	CHECK((uint64_t)(got) == (uint64_t)(wanted))
#else
#define CHECK_EQ(got, wanted)	do { (void)test; assert_int_equal(got, wanted); } while (0)
#endif

#define ROUNDS(user, kernel)	(user)

struct test_memory {
	struct test_memory *next;
	uint64_t words[];
};

static struct test_memory *test_memories;

static inline void *test_alloc(test_t *test, size_t size)
{
	struct test_memory *memory = calloc(1, sizeof(*memory) + size);

	(void)test;
	test_fail_unless(memory);
	memory->next = test_memories;
	test_memories = memory;
	return memory->words;
}

static inline int test_release(void **state)
{
	struct test_memory *memory;

	(void)state;
	for (memory = test_memories; memory; memory = test_memories) {
		test_memories = memory->next;
		free(memory);
	}
	return 0;
}

#endif /* __KERNEL__ */

#endif /* DM_TIER_TESTS_CHECK_H */
