# SPDX-License-Identifier: GPL-2.0
# For people; what is built into the modules stands in Kbuild. `make help` lists the targets.

KDIR ?= /lib/modules/$(shell uname -r)/build
DESTDIR ?=
PREFIX ?= /usr/local
O ?= $(CURDIR)/build/tools
KVER ?= 6.1
T ?=
JOBS ?= 2
export KDIR KVER JOBS

# The version stands in one file.
VERSION = $(shell sed -n 's/^.define[[:space:]]*DM_TIER_VERSION_STRING[[:space:]]*"\(.*\)".*/\1/p' \
	include/uapi/linux/dm-tier.h)

MAKEFLAGS += --no-print-directory

all: modules tools

help:
	@echo 'Build and install (for the running kernel, or KDIR=folder with its headers):'
	@echo '  make [all]           modules and tools'
	@echo '  make modules         dm-tier.ko and target_core_tier.ko, in build/mod-host'
	@echo '  make tools           tiersetup, in build/tools (or O=folder)'
	@echo '  make install         modules, tools, manual pages (DESTDIR=, PREFIX=/usr/local)'
	@echo '  make dkms-install    register with DKMS, which builds for each kernel'
	@echo '  make uninstall-dkms  take it out again'
	@echo 'Try and test (Debian 12; missing packages are installed by apt; needs root):'
	@echo '  make demo            a volume at work in a throw-away VM'
	@echo '  make check           everything below but soak, bench and fuzz; ends with "N passed, N failed, N skipped"'
	@echo '  make static          checkpatch, sparse, shellcheck and house rules'
	@echo '  make unit            the pure code in user space with sanitizers (T=area)'
	@echo '  make cli-test        tiersetup without a kernel module'
	@echo '  make kunit           the pure code in a user-mode Linux with KASAN and lockdep (T=suite)'
	@echo '  make vm-test         tests in VMs (T=group/name, globs allowed; KVER=6.1, 6.12 or 7; JOBS=2)'
	@echo '  make vm-selftest     the VM harness notices hangs, panics and kills'
	@echo '  make soak            the long tests (T=, KVER=, JOBS=)'
	@echo '  make bench           benchmark in deterministic virtual time'
	@echo '  make fuzz            fuzz the decoders'
	@echo '  make replay          the placement policy over block traces, beside other policies (TRACES=folder)'
	@echo 'Clean:'
	@echo '  make clean           all that was built'
	@echo '  make distclean       and the fetched kernels'
	@echo 'TIER_CACHE=folder keeps the fetched kernels outside of the tree.'

# Modules are built from a copy, so that the tree stays clean.
modules:
	@test -e $(KDIR)/Makefile || { \
		echo "make: no kernel headers in $(KDIR)." >&2; \
		echo "Install them (Debian: apt install linux-headers-amd64), or name others by KDIR=folder." >&2; \
		echo "'make check' and 'make demo' need none: they fetch the kernels that they use." >&2; \
		exit 1; }
	@command -v rsync >/dev/null || { echo "make: rsync is missing (Debian: apt install rsync)" >&2; exit 1; }
	@tests/env/build-modules.sh host

modules_install: modules
	$(MAKE) -C $(KDIR) M=$(CURDIR)/build/mod-host INSTALL_MOD_PATH=$(DESTDIR) modules_install
	$(if $(DESTDIR),,depmod -a)

tools:
	@$(MAKE) -C tools O=$(O)

install: modules_install
	@$(MAKE) -C tools O=$(O) DESTDIR=$(DESTDIR) PREFIX=$(PREFIX) install

# dkms.conf is made here, as the version is known here.
DKMS_SRC = $(DESTDIR)/usr/src/dm-tier-$(VERSION)
dkms-install:
	@test -n "$(VERSION)" || { echo "make: no version in include/uapi/linux/dm-tier.h" >&2; exit 1; }
	@command -v dkms >/dev/null || { echo "make: dkms is not installed (Debian: apt install dkms)" >&2; exit 1; }
	rm -rf $(DKMS_SRC)
	install -d $(DKMS_SRC)
	cp -r Kbuild dm-tier include $(DKMS_SRC)/
	tests/env/dkms-conf.sh $(VERSION) > $(DKMS_SRC)/dkms.conf
	$(if $(DESTDIR),,dkms install dm-tier/$(VERSION))

uninstall-dkms:
	dkms remove dm-tier/$(VERSION) --all
	rm -rf $(DKMS_SRC)

check:
	@tests/check

static:
	@tests/static/run

unit:
	@tests/env/packages.sh unit
	@$(MAKE) -k -C tests/unit O=$(CURDIR)/build/unit $(if $(T),T='$(T)')

kunit:
	@tests/kunit/run $(T)

cli-test:
	@tests/env/packages.sh tools
	@$(MAKE) tools
	@if [ -x tests/cli/run ]; then tests/cli/run $(T); else echo "SKIP cli: there is no tests/cli/run"; fi

vm-test: vm-tools
	@tests/vm/suite --kver $(KVER) --jobs $(JOBS) $(if $(T),'$(T)')

vm-selftest:
	@tests/vm/selftest

soak: vm-tools
	@$(if $(T),:,tests/crash/run 50)
	@$(if $(T),:,CRASH_4KN=1 tests/crash/run 20)
	@tests/vm/suite --soak --kver $(KVER) --jobs $(JOBS) $(if $(T),'$(T)')

# What runs in a VM uses the tools of build/tools.
vm-tools:
	@tests/env/packages.sh build tools vm demo
	@$(MAKE) tools
	@$(MAKE) -s -C tests/tools O=$(CURDIR)/build/tests

demo: vm-tools
	@tests/vm/demo/run

bench: vm-tools
	@tests/bench/run

fuzz:
	@tests/env/packages.sh unit
	@tests/fuzz/run

# Traces are not part of the tree: gzip CSV, time_us,op,offset_bytes,length_bytes.
TRACES ?= ../shared/traces
replay:
	@tests/env/packages.sh tools
	@$(MAKE) -C tests/replay O=$(CURDIR)/build/replay
	@build/replay/replay $(REPLAY_FLAGS) $(TRACES)

clean:
	@# The fetched kernels stay, in build/kernels.
	@if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name kernels -exec rm -rf --one-file-system {} +; fi

distclean: clean
	@rm -rf --one-file-system build

.PHONY: all help modules modules_install tools install dkms-install uninstall-dkms check static unit kunit cli-test \
	vm-test vm-selftest soak vm-tools demo bench fuzz replay clean distclean
