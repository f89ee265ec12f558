/*
 * Passkeys on pages. Authenticators need a script (assets/passkeys.js): the controls are hidden until it has run, and it
 * submits the answer in an ordinary form.
 */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Button, type ButtonLook } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { isolated } from '../parts/text/isolated.js';
import { Notice, type NoticeKind } from '../parts/notice.js';
import { Time } from '../parts/text/time.js';

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
  /** Address of the options for the authenticator. */
  readonly options: string;
  /** Also among the suggestions for a field with autocomplete="webauthn". */
  readonly suggested?: boolean;
  readonly children: ComponentChildren;
}

/** Around one PasskeyButton and its fields. */
export const PasskeyOffer = ({ options, suggested, children }: OfferProps): VNode => (
  <div hidden data-passkey={options} data-suggested={suggested ? '' : undefined}>
    {children}
  </div>
);

interface PasskeyButtonProps {
  /** The field for the answer. */
  readonly field: string;
  readonly look: ButtonLook;
  readonly labels: PasskeyLabels;
}

/** Inside a form, which it submits. */
export const PasskeyButton = ({ field, look, labels }: PasskeyButtonProps): VNode => (
  <div class="passkey">
    <input type="hidden" name={field} value="" autocomplete="off" data-answer />
    <button type="button" class={`button button-${look}`} data-ask>
      {labels.label}
    </button>
    <p
      class="fault"
      aria-live="assertive"
      data-cancelled={labels.cancelled}
      data-known={labels.known}
      data-failed={labels.failed}
    />
  </div>
);

export const PasskeyScript = (): VNode => <script type="module" src={assetUrl('passkeys.js')} />;

const SIGN_IN_TEXT: PasskeyLabels = {
  label: 'Use a passkey',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  failed: 'The passkey could not be used. Sign in with your password instead.',
};

/** Beside the refusal of every passkey: unknown, removed, or of a disabled account. */
export const SIGN_IN_ADVICE =
  'If you used a passkey: it may have been removed here. Sign in with your password.';
export const SIGN_IN_LATE = 'That took too long. Use the passkey again.';

/** Target of the form that signs in with a passkey. */
export const PASSKEY_SIGN_IN = '/sign-in/passkey';

/** Below the sign-in form. */
export const PasskeySignIn = ({ csrf, returnTo }: { csrf: string; returnTo: string }): VNode => (
  <PasskeyOffer options="/passkeys/sign-in" suggested>
    <Form action={PASSKEY_SIGN_IN} csrf={csrf}>
      <input type="hidden" name="return_to" value={returnTo} />
      <PasskeyButton field={PASSKEY_FIELD} look="plain" labels={SIGN_IN_TEXT} />
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
  readonly max: number;
  readonly now: Date;
  readonly csrf: string;
  readonly actions: { readonly add: string; readonly remove: string };
  /** As typed, or a suggestion for this browser. */
  readonly name: string;
  readonly nameFault?: string | undefined;
  /** Outcome of the last attempt. */
  readonly notice?: { readonly kind: NoticeKind; readonly title: string } | undefined;
}

export const PASSKEYS_TEXT = {
  title: 'Passkeys',
  lead: 'Sign in with the screen lock of your device or with a security key. A passkey cannot be guessed, and no other site can use it.',
  none: 'You have none yet.',
  added: 'Added',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  remove: (name: string) => `Remove ${isolated(name)}`,
  name: 'Name of the new passkey',
  nameHint: 'Helps you recognise it in this list.',
  add: 'Add a passkey',
  noScript: 'Adding a passkey needs JavaScript.',
  cancelled: 'No passkey was added. Try again when you are ready.',
  known: 'This device has a passkey for your account already.',
  failed: 'This browser could not create a passkey. Try another browser or device.',
  full: (max: number) => `You have ${max} passkeys, the maximum. Remove one to add another.`,
  doneAdded: (name: string) => `The passkey ${isolated(name)} is added. You can sign in with it from now on.`,
  doneRemoved: (name: string) => `The passkey ${isolated(name)} is removed. It no longer signs you in.`,
  pressAgain: 'You confirmed that it is you. Press “Add a passkey” again.',
  refusals: {
    refused: 'The answer of the device could not be used. Try again.',
    late: 'That took too long. Try again.',
    taken: 'This passkey is already registered.',
    full: 'You have the maximum number of passkeys. Remove one to add another.',
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
  <PasskeyOffer options="/passkeys/registration">
    <Form action={actions.add} csrf={csrf}>
      <Field
        name={PASSKEY_NAME}
        label={TEXT.name}
        hint={TEXT.nameHint}
        value={name}
        fault={nameFault}
        focused={nameFault !== undefined}
      />
      <PasskeyButton field={PASSKEY_FIELD} look="plain" labels={ADD_TEXT} />
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
    {props.passkeys.length < props.max ? <AddPasskey {...props} /> : <p>{TEXT.full(props.max)}</p>}
    <noscript>
      <p class="hint">{TEXT.noScript}</p>
    </noscript>
  </Card>
);
