/* The questions before an event type or a private link is deleted. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';
import { EVENT_TYPE_TEXT } from './event-type-page.js';

interface Deleted {
  readonly title: string;
  /** Absent for a managed one of a team. */
  readonly publicUrl: string | undefined;
  readonly isManaged: boolean;
  readonly upcoming: number;
  readonly links: number;
}

export const confirmRemoval = ({ title, publicUrl, isManaged, upcoming, links }: Deleted): Confirmation => ({
  title: `Delete ${isolated(title)}?`,
  consequence: 'People can no longer book it.',
  details: [
    upcoming === 0
      ? 'It has no upcoming booking.'
      : `${counted(upcoming, 'upcoming booking')} of it will stay and take place.`,
    ...(publicUrl === undefined ? [] : [`The link ${publicUrl} stops working.`]),
    ...(isManaged ? ['The copies of its hosts will be deleted with it.'] : []),
    ...(links === 0 ? [] : [`${counted(links, 'private link')} will be deleted with it.`]),
    'A deleted event type cannot be restored.',
  ],
  submit: EVENT_TYPE_TEXT.remove,
});

export const confirmLinkRemoval = ({ url, title }: { url: string; title: string }): Confirmation => ({
  title: `Delete a private link to ${isolated(title)}?`,
  consequence: 'Nobody can book with it any more.',
  details: [url, 'Bookings that were made with it stay.'],
  submit: 'Delete the private link',
});
