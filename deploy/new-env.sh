#!/bin/sh
# Writes, into the folder where it is run, the variables of a new deployment with secrets of its own:
#   sh deploy/new-env.sh https://ledgerport.example.com [postgres://user:password@host:5432/database]
# ledgerport.env is for the hosts. Without a database's address the one of compose.yaml is meant, and postgres.env and
# proxy.env are written for its services. Nothing that exists is replaced: these keys open what is stored.
set -eu
umask 077

base_url=${1:?give the public address, for example https://ledgerport.example.com}
database_url=${2:-}

refuse() {
  echo "$1" >&2
  exit 1
}

# Hosts refuse another form at their start, when these files are there already.
case $base_url in
  https://) refuse 'the address lacks a host: give it as https://ledgerport.example.com' ;;
  https://*) ;;
  *://*) refuse "the address must begin with https://, not with ${base_url%%://*}://, because hosts send and set secrets there" ;;
  *) refuse "the address lacks its scheme: give it as https://$base_url" ;;
esac
case ${base_url#https://} in
  */) refuse "the address must not end with a slash: give it as ${base_url%/}" ;;
  *[!A-Za-z0-9.:_\[\]-]*) refuse 'the address must be a host, and a port if it needs one, without a path: https://ledgerport.example.com' ;;
esac
case $database_url in
  '' | postgres://?* | postgresql://?*) ;;
  # It is not shown: it may hold a password.
  *) refuse 'the address of the database must begin with postgres://' ;;
esac

there=''
for file in ledgerport.env postgres.env proxy.env; do
  if [ -e "$file" ]; then there="$there $file"; fi
done
if [ -n "$there" ]; then
  echo "$(echo $there | sed 's/ /, /g') is there already; nothing was written" >&2
  if [ -e ledgerport.env ]; then sed -n 's/^BASE_URL=/ledgerport.env is for /p' ledgerport.env >&2; fi
  echo "To begin again, and only if no host has run with them, because their keys open what is stored: rm$there" >&2
  exit 1
fi

random() { openssl rand -base64 "$1" | tr -d '\n'; }

if [ -z "$database_url" ]; then
  password=$(openssl rand -hex 24)
  database_url="postgres://ledgerport:$password@postgres:5432/ledgerport"
  printf 'POSTGRES_USER=ledgerport\nPOSTGRES_DB=ledgerport\nPOSTGRES_PASSWORD=%s\n' "$password" > postgres.env
  printf 'SITE=%s\n' "$base_url" > proxy.env
fi

cat > ledgerport.env <<END
# Every other variable: .env.example. Keep a copy of the three secrets apart from the database's backups: without
# ENCRYPTION_KEYS the stored credentials cannot be read, without API_KEY_PEPPER no API key works.
NODE_ENV=production
BASE_URL=$base_url
DATABASE_URL=$database_url
ENCRYPTION_KEYS=k1:$(random 32)
API_KEY_PEPPER=$(random 48)
SESSION_SECRET=$(random 48)
# Origins that a customer returns to after connecting: those of your application.
REDIRECT_ORIGINS=$base_url
CONSOLE_ORIGINS=$base_url
# Who may say that a client came by HTTPS: proxies and probes with private addresses, and the container's own health check.
TRUST_PROXY=127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7
# Alerts by e-mail (docs/operate.md): your mail server, and who the mail is from. Both or none.
#SMTP_URL=smtps://user:password@mail.example.com:465
#ALERTS_FROM=Ledgerport <alerts@example.com>
END
