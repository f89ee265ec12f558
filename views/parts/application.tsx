/* An application that has access: its name, and its permissions. */
import type { VNode } from 'preact';
import { Link } from './link.js';
import { Logo } from './logo.js';

export interface ApplicationView {
  readonly name: string;
  readonly website?: string | undefined;
  readonly supportEmail?: string | undefined;
  readonly privacyPolicy?: string | undefined;
  readonly termsOfService?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly reviewed: boolean;
}

export const ApplicationHeading = (props: { app: ApplicationView; level: 'h2' | 'h3' }): VNode => {
  const { name, website, logoUrl } = props.app;
  const Heading = props.level;
  return (
    <div class="heading-with-logo">
      <Logo name={name} url={logoUrl} size="small" />
      <Heading>{website ? <Link to={website}>{name}</Link> : <bdi>{name}</bdi>}</Heading>
    </div>
  );
};

/** `name`: of the developer or of their team, as they wrote it. */
export const DevelopedBy = ({ name }: { name: string }): VNode => (
  <>
    Developed by <bdi>{name}</bdi>
  </>
);

/** `sentences`: one per permission; without any it may do everything, as `everything` says. */
export const Permissions = (props: { sentences: readonly string[]; everything: string }): VNode =>
  props.sentences.length === 0 ? (
    <strong>{props.everything}</strong>
  ) : (
    <ul class="plain-list">
      {props.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
