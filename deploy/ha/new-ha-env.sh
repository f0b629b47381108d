#!/bin/sh
# Writes cluster.env and ha.env beside this file, with new passwords. Overwrites nothing.
set -eu
cd "$(dirname "$0")"
for file in cluster.env ha.env; do
  if [ -e "$file" ]; then echo "$file exists already" >&2; exit 1; fi
done
word() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
umask 077
password=$(word)
cat > cluster.env <<END
# What the nodes of PostgreSQL share (patroni.yml has the rest).
PATRONI_ETCD_HOSTS=etcd1:2379,etcd2:2379,etcd3:2379
PATRONI_RESTAPI_LISTEN=0.0.0.0:8008
PATRONI_POSTGRESQL_LISTEN=0.0.0.0:5432
PATRONI_POSTGRESQL_DATA_DIR=/data/postgres
PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/15/bin
PATRONI_POSTGRESQL_PGPASS=/tmp/pgpass
PATRONI_SUPERUSER_PASSWORD=$(word)
PATRONI_REPLICATION_PASSWORD=$(word)
LEDGERPORT_DATABASE_PASSWORD=$password
END
cat > ha.env <<END
# Where hosts and workers find PostgreSQL: through PgBouncer, and past it to the leader.
DATABASE_URL=postgres://ledgerport:$password@pgbouncer:6432/ledgerport
DATABASE_DIRECT_URL=postgres://ledgerport:$password@haproxy:5000/ledgerport
END
echo "wrote cluster.env and ha.env"
