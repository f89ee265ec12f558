/* The row of buttons and links at the end of a form or a card. */
import type { VNode } from 'preact';
import { Button, ButtonLink, type ButtonLook, type ButtonProps } from './button.js';
import { Form, type FormProps } from './form.js';

export interface SubmitProps extends Omit<ButtonProps, 'children'> {
  text: string;
}

/** The button of a form, with a link that leaves the form where `cancelTo` is given. */
export const Submit = ({ text, cancelTo, ...button }: SubmitProps & { cancelTo?: string }): VNode => (
  <div class="actions">
    <Button {...button}>{text}</Button>
    {cancelTo !== undefined && (
      <ButtonLink look="plain" to={cancelTo}>
        Cancel
      </ButtonLink>
    )}
  </div>
);

/** A form that is only a button. */
export const ButtonForm = ({ action, csrf, ...submit }: Omit<FormProps, 'children'> & SubmitProps): VNode => (
  <Form action={action} csrf={csrf}>
    <Submit {...submit} />
  </Form>
);

export const LinkAction = ({ text, ...link }: { look: ButtonLook; to: string; text: string }): VNode => (
  <div class="actions">
    <ButtonLink {...link}>{text}</ButtonLink>
  </div>
);
