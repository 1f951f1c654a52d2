#!/bin/sh
# A deploy gate: exits with 0 only when people have authorized exactly this deployment, and with an error in every other case.
#   examples/deploy-gate/gate.sh [--data-dir DIR] [--diff FILE] SERVICE VERSION
set -eu
DEMO_FILE=.local/demo.json
if [ "$1" = --data-dir ]; then
  DEMO_FILE=$2/demo.json
  shift 2
fi
DIFF=
if [ "$1" = --diff ]; then
  DIFF=$2
  shift 2
fi
SERVICE=$1 VERSION=$2
export SERVICE VERSION DEMO_FILE DIFF
[ -f "$DEMO_FILE" ] || {
  echo "There is no $DEMO_FILE: start the service with npm start, or pass --data-dir DIR with its data directory." >&2
  exit 1
}

demo() { node -p "JSON.parse(fs.readFileSync(process.env.DEMO_FILE, 'utf8')).$1"; }
field() { node -p "JSON.parse(fs.readFileSync(0, 'utf8')).$1"; }
URL=$(demo base_url)
KEY=$(demo keys.proposer)

# The key goes through a pipe, because every user of the machine can read arguments. Temporary failures are retried;
# a refusal ends the script.
api() {
  printf 'header = "Authorization: Bearer %s"\n' "$KEY" |
    curl --config - --silent --show-error --fail --retry 5 --retry-connrefused --max-time 30 "$@"
}

# What people read beside the decision. Its digest is a param, so the operation hash covers it.
DIGEST=
if [ -n "$DIFF" ]; then
  DIGEST=$(node -p '"sha256:" + crypto.createHash("sha256").update(fs.readFileSync(process.env.DIFF)).digest("hex")')
  api --request PUT "$URL/v1/evidence/$DIGEST" -H 'Content-Type: application/octet-stream' --data-binary "@$DIFF" >/dev/null
fi
export DIGEST

# Let Node write the JSON: a version with a quote in it must stay one value and not become another param.
OPERATION=$(node -p 'const { SERVICE: service, VERSION: version, DIGEST: diff } = process.env;
  const params = { ...(diff && { "evidence.diff": diff }), service, version };
  JSON.stringify({ action: "demo.deploy", params })')
PROPOSAL=$(printf %s "$OPERATION" | node -p 'JSON.stringify({ ...JSON.parse(fs.readFileSync(0, "utf8")), requester: "op_alpha" })')
# The hash of the operation that we are about to run. This JSON is canonical: no spaces, keys in order.
EXPECTED=$(printf 'service.operation.v1\0%s' "$OPERATION" |
  node -p '"sha256:" + crypto.createHash("sha256").update(fs.readFileSync(0)).digest("hex")')

# The Idempotency-Key names the run, so a pipeline that is started again does not ask people twice.
ID=$(api "$URL/v1/requests" -H 'Content-Type: application/json' -H "Idempotency-Key: deploy-${RUN_ID:-$(date +%s)}-$EXPECTED" \
  -d "$PROPOSAL" | field request.id)
cat <<END
waiting for $ID
  open:  $(printf %s "$URL" | sed 's/127\.0\.0\.1/localhost/')/requests/$ID
  turn:  two keys of op_bravo, op_charlie and op_delta
  then:  the gate opens for $SERVICE $VERSION
END

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
