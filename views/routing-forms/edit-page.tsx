/* The frame of the forms that edit a part of a routing form. */
import type { ComponentChildren, VNode } from 'preact';
import { type FormPageProps, Layout } from '../layout.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';

export interface EditProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  /** Of the form that is edited; absent for a new one. */
  readonly version?: number | undefined;
  /** By field name. */
  readonly faults: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly refusal?: string | undefined;
}

export const REMOVE = { name: 'act', value: 'remove' } as const;

const TEXT = {
  cancel: 'Cancel',
  faulty: 'Nothing was saved. Correct the marked fields.',
} as const;

interface FrameProps {
  readonly page: EditProps;
  readonly title: string;
  /** Faults of the whole part, which belong to no field. */
  readonly reasons?: readonly string[] | undefined;
  readonly lead?: string | undefined;
  readonly save: string;
  /** More buttons, after the one that saves: Enter submits the first one. */
  readonly buttons?: ComponentChildren;
  /** Label of the button that removes the part, if it can be removed. */
  readonly remove?: string | undefined;
  readonly children: ComponentChildren;
}

export function EditPage({
  page,
  title,
  reasons = [],
  lead,
  save,
  buttons,
  remove,
  children,
}: FrameProps): VNode {
  const refusal = page.refusal ?? (Object.keys(page.faults).length > 0 ? TEXT.faulty : undefined);
  return (
    <Layout title={title} width="wide" user={page.user} crumbs={page.crumbs}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {refusal && (
        <Notice kind="danger" title={refusal}>
          {reasons.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {lead && <p class="lead">{lead}</p>}
      <Card>
        <Form action={page.action} csrf={page.csrf}>
          {page.version !== undefined && <input type="hidden" name="version" value={page.version} />}
          {children}
          <div class="actions">
            <Button look="primary">{save}</Button>
            {buttons}
            <ButtonLink look="plain" to={page.backTo}>
              {TEXT.cancel}
            </ButtonLink>
            {remove && (
              <Button look="danger" {...REMOVE}>
                {remove}
              </Button>
            )}
          </div>
        </Form>
      </Card>
    </Layout>
  );
}
