/*
 * The API reference. It has its own layout, because the API host does not serve the styles of the other pages. It is
 * Swagger UI, started by assets/reference.js.
 */
import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';

type FileName = 'favicon' | 'swaggerStyle' | 'style' | 'swagger' | 'script';

export interface ReferenceProps {
  readonly files: Readonly<Record<FileName, { readonly url: string }>>;
  readonly documentUrl: string;
  readonly homeUrl: string;
  /** To pages for developers. */
  readonly links: readonly { readonly to: string; readonly label: string }[];
  /** Redirect URI and client of authorizations. Absent: the page cannot call the API. */
  readonly tryOut: { readonly redirectUrl: string; readonly clientId: string } | undefined;
}

const TEXT = {
  title: 'API reference',
  skip: 'Skip to content',
  back: 'Pages for developers',
  lead: 'Send the access token of a user who authorized your application. Each endpoint lists the scope it needs; endpoints without a scope are public. Responses are JSON in one envelope. The OpenAPI document is at',
  noScript: 'This reference needs JavaScript. Without it, read the OpenAPI document:',
} as const;

const Head = ({ files }: Pick<ReferenceProps, 'files'>): VNode => (
  <head>
    <meta charset="utf-8" />
    <title>{`${TEXT.title} · ${SERVICE_NAME}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" type="image/svg+xml" href={files.favicon.url} />
    <link rel="stylesheet" href={files.swaggerStyle.url} />
    <link rel="stylesheet" href={files.style.url} />
  </head>
);

export const ReferencePage = ({ files, documentUrl, homeUrl, links, tryOut }: ReferenceProps): VNode => (
  <html lang="en">
    <Head files={files} />
    <body>
      <a class="skip" href="#main">
        {TEXT.skip}
      </a>
      <header class="reference-header">
        <a href={homeUrl}>{SERVICE_NAME}</a>
        <nav aria-label={TEXT.back}>
          {links.map(({ to, label }) => (
            <a key={to} href={to}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">
        <div class="reference-lead">
          <h1>{TEXT.title}</h1>
          <p>
            {TEXT.lead} <a href={documentUrl}>{documentUrl}</a>.
          </p>
          <noscript>
            <p>
              {TEXT.noScript} <a href={documentUrl}>{documentUrl}</a>
            </p>
          </noscript>
        </div>
        <div
          id="reference"
          data-document={documentUrl}
          data-redirect={tryOut?.redirectUrl}
          data-client-id={tryOut?.clientId}
        />
      </main>
      <script src={files.swagger.url} />
      <script type="module" src={files.script.url} />
    </body>
  </html>
);

/** Redirect URI of the reference: passes the response on to the window that opened it. */
export const ReferenceCallback = ({ script }: { script: string }): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{`${TEXT.title} · ${SERVICE_NAME}`}</title>
    </head>
    <body>
      <script src={script} />
    </body>
  </html>
);
