#!/bin/sh
# Patroni calls this once, with the address of the new cluster: makes the service's role and its database.
set -eu
psql "$1" --set ON_ERROR_STOP=1 --set password="$LEDGERPORT_DATABASE_PASSWORD" --quiet <<'SQL'
create role ledgerport login password :'password';
create database ledgerport owner ledgerport;
SQL
