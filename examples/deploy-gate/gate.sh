#!/bin/sh
# A deploy gate: exits 0 only when people have authorized exactly this deployment.
#   examples/deploy-gate/gate.sh SERVICE VERSION
set -eu
SERVICE=$1 VERSION=$2
demo() { node -p "require('$(cd "$(dirname "${DEMO_FILE:-.local/demo.json}")" && pwd)/demo.json').$1"; }
field() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
URL=$(demo base_url)
KEY=$(demo keys.proposer)

# The key names the run: a pipeline that is started again asks nobody twice.
REQUEST=$(curl -sf "$URL/v1/requests" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -H "Idempotency-Key: deploy-$SERVICE-$VERSION-${RUN_ID:-1}" \
  -d "{\"action\":\"demo.deploy\",\"requester\":\"op_alpha\",\"params\":{\"service\":\"$SERVICE\",\"version\":\"$VERSION\"}}")
ID=$(printf %s "$REQUEST" | field request.id)
echo "waiting for $ID"

PAUSE=1
while :; do
  READ=$(curl -sf "$URL/v1/requests/$ID" -H "Authorization: Bearer $KEY" || true)
  OUTCOME=$([ -z "$READ" ] && echo null || printf %s "$READ" | field request.outcome)
  [ "$OUTCOME" = null ] || break
  sleep "$PAUSE"
  [ "$PAUSE" -ge 16 ] || PAUSE=$((PAUSE * 2))
done
[ "$OUTCOME" = authorized ] || { echo "not deploying: $OUTCOME"; exit 1; }

# For exactly this operation: the fingerprint is computed here, from what is about to be done.
EXPECTED=$(SERVICE=$SERVICE VERSION=$VERSION node -e '
  const { SERVICE: service, VERSION: version } = process.env;
  const canonical = JSON.stringify({ action: "demo.deploy", params: { service, version } });
  console.log("sha256:" + require("crypto").createHash("sha256").update("service.operation.v1\0" + canonical).digest("hex"));')
[ "$(printf %s "$READ" | field request.operation_hash)" = "$EXPECTED" ] || { echo 'authorized for something else'; exit 1; }
echo "deploying $SERVICE $VERSION"
