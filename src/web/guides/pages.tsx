/* `/docs`: the guides, with the addresses of this service and, for its developer, a client of their own in the examples. */
import { GuidePage } from '../../../views/guides/guide.js';
import { GuidesPage, GUIDES_TEXT } from '../../../views/guides/guides.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import { notFound } from '../../errors.js';
import { definePage, handlerWith, type Page, type VisitorRequest } from '../page.js';
import { referenceUrl } from '../reference/reference.js';
import { page, type PageReply } from '../reply.js';
import { type Guide, guidePath, GUIDE_SECTIONS, GUIDES, GUIDES_PATH, readGuide } from './guides.js';
import { parseGuide } from './markdown.js';
import { namesClient, withSamples } from './samples.js';

export interface GuidePagesDeps {
  readonly appUrl: string;
  readonly baseUrl: string;
  readonly settingsUrl: string;
  readonly records: Pick<ClientRecordStore, 'ofManager'>;
}

const sections = GUIDE_SECTIONS.map(({ title, guides }) => ({
  title,
  guides: guides.map((guide: Guide) => ({ ...guide, to: guidePath(guide.name) })),
}));

function showGuides({ appUrl, baseUrl }: GuidePagesDeps): PageReply {
  const publicFacts = { description: GUIDES_TEXT.lead, url: appUrl + GUIDES_PATH };
  return page(
    <GuidesPage sections={sections} referenceTo={referenceUrl(baseUrl)} publicFacts={publicFacts} />,
  );
}

/** One is chosen unless the reader says otherwise. */
async function clientsOf({ records }: GuidePagesDeps, { user, query, url }: VisitorRequest) {
  const own = user === undefined ? [] : await records.ofManager(user.account.id);
  const asked = query('client');
  const chosen = url.includes('?') ? own.find(({ client }) => client.id === asked) : own[0];
  return { own: own.map(({ client }) => ({ id: client.id, name: client.name })), chosen: chosen?.client };
}

async function showGuide(deps: GuidePagesDeps, request: VisitorRequest): Promise<PageReply> {
  const guide = GUIDES.find(({ name }) => name === request.param('guide'));
  if (guide === undefined) throw notFound('There is no such guide.');
  const markdown = await readGuide(guide);
  const { own, chosen } = namesClient(markdown) ? await clientsOf(deps, request) : { own: [] };
  const client = chosen && { id: chosen.id, redirectUri: chosen.redirectUris[0] };
  const props = {
    ...parseGuide(withSamples(markdown, { ...deps, client })),
    title: guide.title,
    publicFacts: { description: guide.detail, url: deps.appUrl + guidePath(guide.name) },
    // Signed in, the navigation has it.
    crumbs: request.user === undefined ? [{ label: GUIDES_TEXT.title, to: GUIDES_PATH }] : [],
    clients: own,
    chosenId: chosen?.id,
  };
  return page(<GuidePage {...props} />, { scripts: [] });
}

export function createGuidePages(deps: GuidePagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const who = 'anyone';
  return [
    definePage({ method: 'GET', path: GUIDES_PATH, who, inShell: true, handle: () => showGuides(deps) }),
    definePage({ method: 'GET', path: `${GUIDES_PATH}/:guide`, who, inShell: true, handle: by(showGuide) }),
  ];
}
