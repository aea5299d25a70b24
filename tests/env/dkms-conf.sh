#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Prints the dkms.conf for version $1: one entry per module that Kbuild builds.
set -eu
cd "$(dirname "$0")/../.."

echo "PACKAGE_NAME=\"dm-tier\""
echo "PACKAGE_VERSION=\"$1\""
echo "MAKE[0]=\"make -C \${kernel_source_dir} M=\${dkms_tree}/\${PACKAGE_NAME}/\${PACKAGE_VERSION}/build modules\""
echo "CLEAN=\"make -C \${kernel_source_dir} M=\${dkms_tree}/\${PACKAGE_NAME}/\${PACKAGE_VERSION}/build clean\""
n=0
sed -n 's/^obj-m += \(.*\)\.o$/\1/p' Kbuild | while read -r module; do
	echo "BUILT_MODULE_NAME[$n]=\"$module\""
	echo "DEST_MODULE_LOCATION[$n]=\"/updates\""
	n=$((n + 1))
done
# 6.1 to 7.x, as in dm-tier/compat/compat.h
echo "BUILD_EXCLUSIVE_KERNEL=\"^(6\\.[1-9]|7\\.)\""
echo "AUTOINSTALL=\"yes\""
