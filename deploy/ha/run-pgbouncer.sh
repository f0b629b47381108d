#!/bin/sh
# Starts PgBouncer with the place.ini that its first word names, such as `transaction`.
set -eu
cd /pooler
cp /etc/ha/pgbouncer.ini .
cp "/etc/ha/pgbouncer-$1.ini" place.ini
umask 077
printf '"ledgerport" "%s"\n' "$LEDGERPORT_DATABASE_PASSWORD" > users.txt
exec pgbouncer pgbouncer.ini
