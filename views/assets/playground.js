/*
 * The playground: a public client (RFC 8252, RFC 7636) that is configured by discovery (RFC 8414). Tokens stay in the
 * session storage of this tab; each request and response is logged as it was sent.
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
  const node = document.createElement(name);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}

function log(title, request, status, response) {
  document.querySelector('[data-empty]').hidden = true;
  const item = document.createElement('li');
  item.append(element('h3', title));
  item.append(element('pre', request), element('pre', `${status}\n\n${response}`));
  document.querySelector('[data-log]').prepend(item);
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Sends a request and logs it; returns the parsed response, undefined for an error. */
async function send(title, url, { method = 'GET', headers = {}, form } = {}) {
  const body = form && new URLSearchParams(form).toString();
  const sent = { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) };
  const lines = [`${method} ${url}`, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  try {
    const response = await fetch(url, { method, headers: sent, body });
    const text = await response.text();
    log(
      title,
      [...lines, ...(body ? ['', body.replaceAll('&', '\n&')] : [])].join('\n'),
      `HTTP ${response.status}`,
      pretty(text),
    );
    return response.ok ? JSON.parse(text || '{}') : undefined;
  } catch (fault) {
    log(title, lines.join('\n'), 'No response', String(fault));
    return undefined;
  }
}

const discover = () => send('Discovery', `${issuer}/.well-known/oauth-authorization-server`);
const button = (action) => root.querySelector(`[data-action="${action}"]`);
const enable = (action, enabled) => {
  const control = button(action);
  if (control) control.disabled = !enabled;
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

/** RFC 6749 section 4.1.2 and RFC 9207: the response is used only if state and issuer match. */
function accept(response) {
  if (response.get('iss') !== issuer) return 'The response has another issuer and is not used.';
  if (response.get('state') !== remembered().state)
    return 'The state does not match this tab. The response is not used.';
  if (response.has('error')) return `${response.get('error')}: ${response.get('error_description')}`;
  remember({ code: response.get('code') });
  return 'Received a code. State and issuer match.';
}

function readCallback() {
  const outcome = root.querySelector('[data-outcome]');
  if (!outcome) return;
  const response = new URLSearchParams(location.search);
  if (response.size === 0) {
    outcome.textContent = 'This address has no authorization response.';
    return;
  }
  log(
    'Response at the redirect URI',
    redirectUri,
    'Parameters',
    [...response].map(([name, value]) => `${name}=${value}`).join('\n'),
  );
  outcome.textContent = accept(response);
  history.replaceState(null, '', location.pathname);
}

const ACTIONS = { authorize, exchange, profile, refresh, revoke, again };
root.addEventListener('click', ({ target }) => ACTIONS[target.dataset.action]?.());
readCallback();
ready();
