#!/bin/sh
# Installs the Tryton server that the tests of ledger-tryton run against (Debian's packages, about 35 MB), as root.
set -e
if command -v trytond-admin >/dev/null; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Tryton is not installed, and can be installed only by root on Debian: its tests will be skipped' >&2
  exit 0
fi
apt-get update -q
apt-get install -y -q --no-install-recommends tryton-server python3-psycopg2 \
  tryton-modules-party tryton-modules-company tryton-modules-currency tryton-modules-country \
  tryton-modules-account tryton-modules-account-invoice tryton-modules-account-product \
  tryton-modules-product tryton-modules-sale tryton-modules-purchase
