import type { VNode } from 'preact';
import { href } from '../href.js';

export interface LogoProps {
  /** Name of the application; its first letter is used when there is no logo. */
  readonly name: string;
  readonly url?: string | undefined;
  readonly size: 'small' | 'large';
  /** Alternative text where the name is not next to it. */
  readonly alt?: string;
}

const PIXELS = { small: 40, large: 56 } as const;

/** The first grapheme, so that an emoji or a composed letter is not cut. */
const initial = (name: string): string => [...new Intl.Segmenter().segment(name)][0]?.segment ?? '';

/** Decorative by default: the name of the application is next to it. */
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
