# For the smoke tests: a service on a free port with data of its own, and nothing left of it afterwards.
data=$(mktemp -d)
log="$data/log"
rubbish=("$data")
server=

clean_up() {
  local code=$?
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ "$code" -eq 0 ] || [ ! -f "$log" ] || cat "$log"
  rm -rf "${rubbish[@]}"
}
trap clean_up EXIT

# Runs a command until it says where it listens; sets `url`.
start_service() {
  export DATA_DIR="$data/service"
  : >"$log"
  PORT=0 "$@" >"$log" 2>&1 &
  server=$!
  local end=$((SECONDS + 120))
  until grep --quiet 'Slotkey listens at' "$log"; do
    kill -0 "$server"
    [ "$SECONDS" -lt "$end" ]
    sleep 0.2
  done
  url=$(sed -n 's/.*Slotkey listens at //p' "$log")
}

# A path and the status it has to have.
answers() {
  local status
  status=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' "$url$1")
  echo "$1 answers $status"
  [ "$status" = "${2:-200}" ]
}

# It has to end by itself, without an error, when it is told to.
stop_service() {
  kill "$server"
  wait "$server"
  server=
}
