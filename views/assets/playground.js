/*
 * The playground: a public client (RFC 8252, RFC 7636) that learns everything from discovery (RFC 8414). Tokens stay in
 * this tab's session storage; each request and answer is shown as it went over the wire.
 */
const root = document.querySelector('[data-playground]');
const { issuer, api, clientId, redirectUri } = root.dataset;
const STORE = 'slotkey playground';

const remembered = () => JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
const remember = (facts) => sessionStorage.setItem(STORE, JSON.stringify({ ...remembered(), ...facts }));
const forget = () => sessionStorage.removeItem(STORE);

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function show(title, request, status, answer) {
  document.querySelector('[data-empty]').hidden = true;
  const item = document.createElement('li');
  item.append(element('h3', title));
  item.append(element('pre', request), element('pre', `${status}\n\n${answer}`));
  document.querySelector('[data-log]').prepend(item);
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Sends, shows both sides, gives the parsed answer or undefined when it was refused. */
async function send(title, url, { method = 'GET', headers = {}, form } = {}) {
  const body = form && new URLSearchParams(form).toString();
  const sent = { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) };
  const lines = [`${method} ${url}`, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  try {
    const response = await fetch(url, { method, headers: sent, body });
    const text = await response.text();
    show(
      title,
      [...lines, ...(body ? ['', body.replaceAll('&', '\n&')] : [])].join('\n'),
      `HTTP ${response.status}`,
      pretty(text),
    );
    return response.ok ? JSON.parse(text || '{}') : undefined;
  } catch (fault) {
    show(title, lines.join('\n'), 'No answer', String(fault));
    return undefined;
  }
}

const discover = () => send('Discovery', `${issuer}/.well-known/oauth-authorization-server`);
const button = (action) => root.querySelector(`[data-action="${action}"]`);
const enable = (action, enabled) => {
  const found = button(action);
  if (found) found.disabled = !enabled;
};

async function authorize() {
  const metadata = await discover();
  if (!metadata) return;
  const verifier = random();
  const state = random();
  forget();
  remember({ verifier, state, metadata });
  const scope = [...root.querySelectorAll('[name=scope]:checked')].map(({ value }) => value).join(' ');
  const url = new URL(metadata.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  }).toString();
  location.assign(url);
}

function keep(tokens) {
  if (tokens?.access_token) remember({ tokens });
  ready();
}

async function exchange() {
  const { metadata, verifier, code } = remembered();
  enable('exchange', false);
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  remember({ code: undefined });
  keep(await send('Exchange of the code', metadata.token_endpoint, { method: 'POST', form }));
}

async function profile() {
  const { tokens } = remembered();
  await send('Profile', `${api}/v2/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
}

async function refresh() {
  const { metadata, tokens } = remembered();
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token };
  keep(await send('Refresh', metadata.token_endpoint, { method: 'POST', form }));
}

async function revoke() {
  const { metadata, tokens } = remembered();
  await send('Revocation', metadata.revocation_endpoint, {
    method: 'POST',
    form: { client_id: clientId, token: tokens.refresh_token },
  });
}

function again() {
  forget();
  location.assign(new URL('/playground', location.href));
}

function ready() {
  const { code, tokens } = remembered();
  enable('authorize', true);
  enable('again', true);
  enable('exchange', code !== undefined);
  for (const action of ['profile', 'refresh', 'revoke']) enable(action, tokens !== undefined);
}

/** RFC 6749 section 4.1.2 and RFC 9207: nothing is believed before state and issuer fit. */
function verdict(answer) {
  if (answer.get('iss') !== issuer) return 'The answer names another issuer; it is not used.';
  if (answer.get('state') !== remembered().state)
    return 'The state does not fit this tab; the answer is not used.';
  if (answer.has('error')) return `${answer.get('error')}: ${answer.get('error_description')}`;
  remember({ code: answer.get('code') });
  return 'A code has arrived; state and issuer fit.';
}

function comeBack() {
  const outcome = root.querySelector('[data-outcome]');
  if (!outcome) return;
  const answer = new URLSearchParams(location.search);
  if (answer.size === 0) {
    outcome.textContent = 'No answer has come with this address.';
    return;
  }
  show(
    'Answer at the redirect URI',
    redirectUri,
    'Parameters',
    [...answer].map(([name, value]) => `${name}=${value}`).join('\n'),
  );
  outcome.textContent = verdict(answer);
  history.replaceState(null, '', location.pathname);
}

const ACTIONS = { authorize, exchange, profile, refresh, revoke, again };
root.addEventListener('click', ({ target }) => ACTIONS[target.dataset.action]?.());
comeBack();
ready();
