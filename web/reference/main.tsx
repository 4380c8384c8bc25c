// In charge of the page at /docs: the service's own description of its API, to be read and tried.

import { render } from 'preact';
import { keepKey, readKey } from '../explorer/key.ts';
import { Prose } from '../explorer/parts/prose.ts';
import { Tabs } from '../explorer/tabs.ts';
import { callsOf, type Document } from './document.ts';
import { KeyField } from './key-field.tsx';
import { OperationView } from './operation.tsx';

const baseUrl = location.origin + location.pathname.replace(/\/[^/]*$/, '');

const tabs = new Tabs(baseUrl, { onKey: useKey, onForgotten: forgetKey });

function useKey(key: string): void {
  keepKey(key);
  show();
}

function forgetKey(): void {
  keepKey(undefined);
  show();
}

function Page({ document }: { document: Document }) {
  const { info, tags, components } = document;
  return (
    <>
      <header class="top">
        <a href="./" class="brand">
          <img src="assets/icon.svg" alt="" width="30" height="30" />
          <span class="brand-name">Sylva</span>
        </a>
        <nav aria-label="Pages">
          <a href="./">The explorer</a>
          <a href="openapi.json">OpenAPI</a>
        </nav>
      </header>
      <main id="reference" class="reference">
        <Contents document={document} />
        <div class="reference-text">
          <h1>API reference</h1>
          <p class="lead">{info.summary}</p>
          <Prose text={info.description} format="markdown" lang="en" />
          <p>
            <a href={info.license.url ?? 'usage-policy'} rel="license">
              {info.license.name}
            </a>
          </p>
          <KeyField
            hasKey={readKey() !== undefined}
            onKey={(key) => {
              useKey(key);
              tabs.tellKey(key);
            }}
            onForget={() => {
              forgetKey();
              tabs.tellForgotten();
            }}
          />
          {tags.map((tag) => (
            <section key={tag.name} aria-labelledby={tag.name}>
              <h2 id={tag.name}>{tag.description}</h2>
              {callsOf(document, tag.name).map((call) => (
                <OperationView key={call.path} document={document} call={call} baseUrl={baseUrl} />
              ))}
            </section>
          ))}
          <h2 id="headers">Headers of answers</h2>
          <dl class="facts">
            {Object.entries(components.headers).map(([name, { description }]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </div>
      </main>
    </>
  );
}

/** A path from the root leads out of a service that is served under one. */
function Contents({ document }: { document: Document }) {
  return (
    <nav class="contents" aria-label="Operations">
      <ul>
        {document.tags
          .flatMap(({ name }) => callsOf(document, name))
          .map(({ operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>{operation.summary}</a>
            </li>
          ))}
        <li>
          <a href="#headers">Headers</a>
        </li>
      </ul>
    </nav>
  );
}

let read: Document | undefined;

function show(): void {
  if (read) render(<Page document={read} />, window.document.body);
}

if (readKey() === undefined) await tabs.ask();
read = await (await fetch('openapi.json')).json();
show();
window.document.getElementById(location.hash.slice(1))?.scrollIntoView();
