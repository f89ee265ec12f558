/*
 * The reference of the API: a page of its own, since it stands on the API's host, where the style of the other pages
 * is not served. Its program is Swagger UI; assets/reference.js starts it.
 */
import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';

export interface ReferenceFiles {
  readonly favicon: string;
  readonly swaggerStyle: string;
  readonly style: string;
  readonly swagger: string;
  readonly script: string;
}

export interface ReferenceProps {
  readonly files: ReferenceFiles;
  readonly documentUrl: string;
  readonly homeUrl: string;
  /** Where an authorization comes back to, and the client that asks for it. Without it, calls cannot be tried. */
  readonly trying: { readonly redirectUrl: string; readonly clientId: string } | undefined;
}

const TEXT = {
  title: 'API reference',
  skip: 'Skip to the content',
  lead: 'Programs call with the access token of a person who allowed it. Every endpoint says which scope it needs; those without one are public. Answers are JSON in one envelope. The same for programs is at',
  noScript: 'The reference is a program in your browser and needs JavaScript. Without it, read the document:',
} as const;

const Head = ({ files }: Pick<ReferenceProps, 'files'>): VNode => (
  <head>
    <meta charset="utf-8" />
    <title>{`${TEXT.title} · ${SERVICE_NAME}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" type="image/svg+xml" href={files.favicon} />
    <link rel="stylesheet" href={files.swaggerStyle} />
    <link rel="stylesheet" href={files.style} />
  </head>
);

export const ReferencePage = ({ files, documentUrl, homeUrl, trying }: ReferenceProps): VNode => (
  <html lang="en">
    <Head files={files} />
    <body>
      <a class="skip" href="#main">
        {TEXT.skip}
      </a>
      <header class="reference-header">
        <a href={homeUrl}>{SERVICE_NAME}</a>
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
          data-redirect={trying?.redirectUrl}
          data-client-id={trying?.clientId}
        />
      </main>
      <script src={files.swagger} />
      <script type="module" src={files.script} />
    </body>
  </html>
);

/** Where an authorization comes back to: the program in this window tells the one that opened it. */
export const ReferenceReturn = ({ script }: { script: string }): VNode => (
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
