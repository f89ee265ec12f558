/*
 * Passkeys (WebAuthn Level 3). Unhides the passkey elements where the browser supports them, fetches a challenge,
 * writes the response of the authenticator into the form and submits it.
 */
const RENEW_AFTER_MS = 4 * 60 * 1000; // A challenge is valid for five minutes.

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const credentials = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }));

/** Options of the browser API from JSON; options with a user create a passkey. */
const optionsOf = ({ user, ...rest }) => ({
  ...rest,
  challenge: bytesOf(rest.challenge),
  ...(user
    ? { user: { ...user, id: bytesOf(user.id) }, excludeCredentials: credentials(rest.excludeCredentials) }
    : { allowCredentials: credentials(rest.allowCredentials) }),
});

function credentialToJson({ id, rawId, type, response }) {
  const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response;
  const proof = attestationObject
    ? { attestationObject: textOf(attestationObject), transports: response.getTransports?.() ?? [] }
    : {
        authenticatorData: textOf(authenticatorData),
        signature: textOf(signature),
        ...(userHandle && { userHandle: textOf(userHandle) }),
      };
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: { clientDataJSON: textOf(clientDataJSON), ...proof },
  });
}

/** Undefined when the user has to confirm the sign-in first. */
async function fetchOptions(path) {
  const response = await fetch(path);
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return optionsOf(await response.json());
}

/** The response of the authenticator as JSON; with '' the service asks for a recent sign-in. */
async function runCeremony(path, settings = {}) {
  const publicKey = await fetchOptions(path);
  if (publicKey === undefined) return '';
  const method = publicKey.user ? 'create' : 'get';
  return credentialToJson(await navigator.credentials[method]({ publicKey, ...settings }));
}

function submit(form, response) {
  form.querySelector('[data-answer]').value = response;
  HTMLFormElement.prototype.submit.call(form); // A field may be called "submit".
}

/** A browser runs one ceremony at a time. */
let suggesting = new AbortController();

const MESSAGES = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'known' };

async function press(offer, button, status) {
  suggesting.abort();
  button.disabled = true;
  status.textContent = '';
  try {
    submit(button.form, await runCeremony(offer.dataset.passkey));
  } catch (fault) {
    status.textContent = status.dataset[MESSAGES[fault.name]] ?? status.dataset.failed;
    button.disabled = false;
  }
}

/** Autofill suggestions of passkeys, until one is used or the button is pressed. Fails silently. */
async function suggest(offer, form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  suggesting = new AbortController();
  const { signal } = suggesting;
  const renewal = setTimeout(() => {
    suggesting.abort();
    void suggest(offer, form);
  }, RENEW_AFTER_MS);
  signal.addEventListener('abort', () => clearTimeout(renewal));
  try {
    submit(form, await runCeremony(offer.dataset.passkey, { mediation: 'conditional', signal }));
  } catch {
    // The button reports errors.
  }
}

function offerPasskeys(offer) {
  const button = offer.querySelector('[data-ask]');
  const status = offer.querySelector('[aria-live]');
  const { form } = button;
  offer.hidden = false;
  button.addEventListener('click', () => press(offer, button, status));
  // Enter in a field of a form without a submit button.
  if (!form.querySelector('[type=submit]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void press(offer, button, status);
    });
  }
  if ('suggested' in offer.dataset) void suggest(offer, form);
}

// A relying party id is a domain (WebAuthn Level 3 section 5.1.2), so there are no passkeys at IP addresses.
const hasDomain = !/^[\d.]+$|^\[/.test(location.hostname);
if (window.PublicKeyCredential && hasDomain)
  document.querySelectorAll('[data-passkey]').forEach(offerPasskeys);
