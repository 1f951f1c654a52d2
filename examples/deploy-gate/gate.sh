#!/bin/sh
# A deploy gate: exits 0 only when people have authorized exactly this deployment; whatever else happens, it stays shut.
#   examples/deploy-gate/gate.sh SERVICE VERSION
set -eu
SERVICE=$1 VERSION=$2
export SERVICE VERSION DEMO_FILE="${DEMO_FILE:-.local/demo.json}"

demo() { node -p "JSON.parse(fs.readFileSync(process.env.DEMO_FILE, 'utf8')).$1"; }
field() { node -p "JSON.parse(fs.readFileSync(0, 'utf8')).$1"; }
URL=$(demo base_url)
KEY=$(demo keys.proposer)

# The key goes in by a pipe: arguments can be read by every user of the machine. What fails for a while is tried again;
# what is refused ends the script.
api() {
  printf 'header = "Authorization: Bearer %s"\n' "$KEY" |
    curl --config - --silent --show-error --fail --retry 5 --retry-connrefused --max-time 30 "$@"
}

# JSON is written by what knows how: a version with a quote in it is a version, and not another param.
OPERATION=$(node -p 'const { SERVICE: service, VERSION: version } = process.env;
  JSON.stringify({ action: "demo.deploy", params: { service, version } })')
PROPOSAL=$(printf %s "$OPERATION" | node -p 'JSON.stringify({ ...JSON.parse(fs.readFileSync(0, "utf8")), requester: "op_alpha" })')
# The fingerprint of what is about to be done; this JSON is canonical: no space, keys in order.
EXPECTED=$(printf 'service.operation.v1\0%s' "$OPERATION" |
  node -p '"sha256:" + crypto.createHash("sha256").update(fs.readFileSync(0)).digest("hex")')

# The Idempotency-Key names the run: a pipeline that is started again asks nobody twice.
ID=$(api "$URL/v1/requests" -H 'Content-Type: application/json' -H "Idempotency-Key: deploy-${RUN_ID:-1}-$EXPECTED" \
  -d "$PROPOSAL" | field request.id)
echo "waiting for $ID"

OUTCOME=null PAUSE=1
while [ "$OUTCOME" = null ]; do
  READ=$(api "$URL/v1/requests/$ID")
  OUTCOME=$(printf %s "$READ" | field request.outcome)
  [ "$OUTCOME" != null ] || sleep "$PAUSE"
  [ "$PAUSE" -ge 16 ] || PAUSE=$((PAUSE * 2))
done

[ "$OUTCOME" = authorized ] || { echo "not deploying: $OUTCOME"; exit 1; }
[ "$(printf %s "$READ" | field request.operation_hash)" = "$EXPECTED" ] || { echo 'not deploying: authorized for something else'; exit 1; }
echo "deploying $SERVICE $VERSION"
