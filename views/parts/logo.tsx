import type { VNode } from 'preact';
import { href } from '../href.js';

export interface LogoProps {
  /** Of the application, whose first letter stands in for a picture. */
  readonly name: string;
  readonly url?: string | undefined;
  readonly size: 'small' | 'large';
  /** What it is, where no name stands beside it. */
  readonly alt?: string;
}

const PIXELS = { small: 40, large: 56 } as const;

/** The first character as a reader counts them, so that an emoji or a composed letter stays whole. */
const initial = (name: string): string => [...new Intl.Segmenter().segment(name)][0]?.segment ?? '';

/** Decoration, since the name of the application stands beside it in words. */
export function Logo({ name, url, size, alt = '' }: LogoProps): VNode {
  const address = href(url);
  const look = `logo logo-${size}`;
  return address === undefined ? (
    <span class={`${look} initial`} aria-hidden="true">
      {initial(name)}
    </span>
  ) : (
    <img class={look} src={address} width={PIXELS[size]} height={PIXELS[size]} alt={alt} />
  );
}
