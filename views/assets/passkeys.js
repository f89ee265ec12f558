/*
 * Passkeys (WebAuthn Level 3). Shows what leads to them where the browser can do it, has an authenticator answer the
 * question of the service, puts the answer into its form and sends that like any other.
 */
const ANEW_AFTER = 4 * 60 * 1000; // A question is good for five minutes.

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const credentials = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }));

/** From JSON to what the browser takes; a question that names a user asks for a new passkey. */
const questionOf = ({ user, ...rest }) => ({
  ...rest,
  challenge: bytesOf(rest.challenge),
  ...(user
    ? { user: { ...user, id: bytesOf(user.id) }, excludeCredentials: credentials(rest.excludeCredentials) }
    : { allowCredentials: credentials(rest.allowCredentials) }),
});

function answerOf({ id, rawId, type, response }) {
  const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response;
  const said = attestationObject
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
    response: { clientDataJSON: textOf(clientDataJSON), ...said },
  });
}

/** Undefined when the service wants to know first who is there. */
async function fetchQuestion(path) {
  const response = await fetch(path);
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return questionOf(await response.json());
}

/** The answer to a question as text; '' leaves it to the service to say what comes first. */
async function answerTo(path, how = {}) {
  const publicKey = await fetchQuestion(path);
  if (publicKey === undefined) return '';
  const ask = publicKey.user ? 'create' : 'get';
  return answerOf(await navigator.credentials[ask]({ publicKey, ...how }));
}

function send(form, answer) {
  form.querySelector('[data-answer]').value = answer;
  HTMLFormElement.prototype.submit.call(form); // A field may be called "submit".
}

/** A browser asks one thing at a time. */
let suggesting = new AbortController();

const WORDS = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'known' };

async function press(offer, button, told) {
  suggesting.abort();
  button.disabled = true;
  told.textContent = '';
  try {
    send(button.form, await answerTo(offer.dataset.passkey));
  } catch (fault) {
    told.textContent = told.dataset[WORDS[fault.name]] ?? told.dataset.failed;
    button.disabled = false;
  }
}

/** Among the suggestions of the browser, until one is taken or the button is pressed. Says nothing when it cannot. */
async function suggest(offer, form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  suggesting = new AbortController();
  const { signal } = suggesting;
  const anew = setTimeout(() => {
    suggesting.abort();
    void suggest(offer, form);
  }, ANEW_AFTER);
  signal.addEventListener('abort', () => clearTimeout(anew));
  try {
    send(form, await answerTo(offer.dataset.passkey, { mediation: 'conditional', signal }));
  } catch {
    // The button says what is wrong, when somebody wants to know.
  }
}

function offerPasskeys(offer) {
  const button = offer.querySelector('[data-ask]');
  const told = offer.querySelector('[aria-live]');
  const { form } = button;
  offer.hidden = false;
  button.addEventListener('click', () => press(offer, button, told));
  // Enter in a field of a form that has no other button.
  if (!form.querySelector('[type=submit]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void press(offer, button, told);
    });
  }
  if ('suggested' in offer.dataset) void suggest(offer, form);
}

// A relying party has a name (WebAuthn Level 3 section 5.1.2): at a bare address there are no passkeys.
const hasName = !/^[\d.]+$|^\[/.test(location.hostname);
if (window.PublicKeyCredential && hasName) document.querySelectorAll('[data-passkey]').forEach(offerPasskeys);
