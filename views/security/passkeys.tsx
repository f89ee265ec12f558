/*
 * Passkeys on pages. Asking an authenticator needs a script (assets/passkeys.js): what leads to it is hidden until that
 * has run, and what it fills in travels in an ordinary form.
 */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Button, type ButtonLook } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { isolated } from '../parts/isolated.js';
import { Notice, type NoticeKind } from '../parts/notice.js';
import { Time } from '../parts/time.js';

/** Name of the field that carries the authenticator's answer, and of the one that names a passkey to remove. */
export const PASSKEY_FIELD = 'passkey';
/** Name of the field for the name of a new one. */
export const PASSKEY_NAME = 'passkey_name';

export interface PasskeyLabels {
  readonly label: string;
  /** The user, or their device, refused. */
  readonly cancelled: string;
  /** The device has a passkey of this account already. */
  readonly known?: string;
  readonly failed: string;
}

interface OfferProps {
  /** Where the question for the authenticator comes from. */
  readonly question: string;
  /** Also among the suggestions for a field with autocomplete="webauthn". */
  readonly suggested?: boolean;
  readonly children: ComponentChildren;
}

/** Around one PasskeyButton and what belongs to it. */
export const PasskeyOffer = ({ question, suggested, children }: OfferProps): VNode => (
  <div hidden data-passkey={question} data-suggested={suggested ? '' : undefined}>
    {children}
  </div>
);

interface PasskeyButtonProps {
  /** The field that the answer goes into. */
  readonly field: string;
  readonly look: ButtonLook;
  readonly words: PasskeyLabels;
}

/** Stands inside a form, and sends it. */
export const PasskeyButton = ({ field, look, words }: PasskeyButtonProps): VNode => (
  <div class="passkey">
    <input type="hidden" name={field} value="" autocomplete="off" data-answer />
    <button type="button" class={`button button-${look}`} data-ask>
      {words.label}
    </button>
    <p
      class="fault"
      aria-live="assertive"
      data-cancelled={words.cancelled}
      data-known={words.known}
      data-failed={words.failed}
    />
  </div>
);

export const PasskeyScript = (): VNode => <script type="module" src={assetUrl('passkeys.js')} />;

const SIGN_IN_TEXT: PasskeyLabels = {
  label: 'Use a passkey',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  failed: 'The passkey could not be asked for. Sign in with your password instead.',
};

/** Beside the refusal of every passkey: unknown, removed, or of a disabled account. */
export const SIGN_IN_ADVICE =
  'If you used a passkey: it may have been removed here. Sign in with your password.';
export const SIGN_IN_LATE = 'That took too long. Use the passkey again.';

/** Where the answer of a passkey that signs in goes. */
export const PASSKEY_SIGN_IN = '/sign-in/passkey';

/** Below the sign-in form. */
export const PasskeySignIn = ({ csrf, returnTo }: { csrf: string; returnTo: string }): VNode => (
  <PasskeyOffer question="/passkeys/sign-in" suggested>
    <Form action={PASSKEY_SIGN_IN} csrf={csrf}>
      <input type="hidden" name="return_to" value={returnTo} />
      <PasskeyButton field={PASSKEY_FIELD} look="plain" words={SIGN_IN_TEXT} />
    </Form>
  </PasskeyOffer>
);

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
}

export interface PasskeysProps {
  readonly passkeys: readonly PasskeyView[];
  readonly most: number;
  readonly now: Date;
  readonly csrf: string;
  readonly actions: { readonly add: string; readonly remove: string };
  /** As typed, or what this browser could be called. */
  readonly name: string;
  readonly nameFault?: string | undefined;
  /** What became of the try before. */
  readonly notice?: { readonly kind: NoticeKind; readonly title: string } | undefined;
}

export const PASSKEYS_TEXT = {
  title: 'Passkeys',
  lead: 'Sign in with the screen lock of your device or with a security key. A passkey cannot be guessed, and no other site can ask for it.',
  none: 'You have none yet.',
  added: 'Added',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  remove: (name: string) => `Remove ${isolated(name)}`,
  name: 'Name of the new passkey',
  nameHint: 'So that you recognise it in this list.',
  add: 'Add a passkey',
  noScript: 'Adding a passkey needs JavaScript.',
  cancelled: 'No passkey was added. Try again when you are ready.',
  known: 'This device has a passkey for your account already.',
  failed: 'This browser could not make a passkey. Try another browser or device.',
  full: (most: number) => `You have ${most} passkeys, the most there can be. Remove one to add another.`,
  doneAdded: 'The passkey is added. You can sign in with it from now on.',
  doneRemoved: 'The passkey is removed. It no longer signs you in.',
  pressAgain: 'It is confirmed that it is you. Now press “Add a passkey” again.',
  refusals: {
    refused: 'What the device sent could not be used. Try again.',
    late: 'That took too long. Try again.',
    taken: 'This passkey is registered already.',
    full: 'You have as many passkeys as there can be. Remove one to add another.',
  },
} as const;
const TEXT = PASSKEYS_TEXT;

const ADD_TEXT: PasskeyLabels = {
  label: TEXT.add,
  cancelled: TEXT.cancelled,
  known: TEXT.known,
  failed: TEXT.failed,
};

const PasskeyRow = ({ passkey, now, csrf, actions }: PasskeysProps & { passkey: PasskeyView }): VNode => (
  <li>
    <div>
      <p class="strong">
        <bdi>{passkey.name}</bdi>
      </p>
      <p class="hint">
        {TEXT.added} <Time at={passkey.createdAt} now={now} />,{' '}
        {passkey.lastUsedAt ? (
          <>
            {TEXT.lastUsed} <Time at={passkey.lastUsedAt} now={now} />
          </>
        ) : (
          TEXT.neverUsed
        )}
      </p>
    </div>
    <Form action={actions.remove} csrf={csrf}>
      <Button look="plain" name={PASSKEY_FIELD} value={passkey.id}>
        {TEXT.remove(passkey.name)}
      </Button>
    </Form>
  </li>
);

const AddPasskey = ({ csrf, actions, name, nameFault }: PasskeysProps): VNode => (
  <PasskeyOffer question="/passkeys/registration">
    <Form action={actions.add} csrf={csrf}>
      <Field
        name={PASSKEY_NAME}
        label={TEXT.name}
        hint={TEXT.nameHint}
        type="text"
        autocomplete="off"
        value={name}
        fault={nameFault}
        focused={nameFault !== undefined}
      />
      <PasskeyButton field={PASSKEY_FIELD} look="plain" words={ADD_TEXT} />
    </Form>
  </PasskeyOffer>
);

/** A part of the security page. */
export const Passkeys = (props: PasskeysProps): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    {props.notice && <Notice {...props.notice} />}
    {props.passkeys.length === 0 ? (
      <p>{TEXT.none}</p>
    ) : (
      <ul class="rows passkeys">
        {props.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} {...props} />
        ))}
      </ul>
    )}
    {props.passkeys.length < props.most ? <AddPasskey {...props} /> : <p>{TEXT.full(props.most)}</p>}
    <noscript>
      <p class="hint">{TEXT.noScript}</p>
    </noscript>
  </Card>
);
