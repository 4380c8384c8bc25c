// In charge of saying that the service cannot answer just now, and when the page goes on by itself.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Condition } from '../condition.ts';
import { useSurroundings } from './surroundings.ts';

export function Notice({ condition }: { condition: Condition }) {
  const { texts, actions } = useSurroundings();
  if (condition.kind === 'limited') {
    return (
      <Box kind="limited" title={texts.limitedTitle}>
        {texts.limited} <Countdown key={condition} seconds={condition.seconds} />
      </Box>
    );
  }
  if (condition.kind !== 'unreachable' && condition.kind !== 'empty') return null;
  return (
    <Box kind={condition.kind} title={texts[`${condition.kind}Title`]}>
      {texts[condition.kind]}{' '}
      <button type="button" class="quiet-button" onClick={actions.again}>
        {texts.tryNow}
      </button>
    </Box>
  );
}

function Box({ kind, title, children }: { kind: string; title: string; children: ComponentChildren }) {
  return (
    <div class={`notice notice-${kind}`}>
      <p role="alert">
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
    </div>
  );
}

/** Silent to screen readers: a number read out every second would drown everything else. */
function Countdown({ seconds }: { seconds: number }) {
  const { texts } = useSurroundings();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((each) => Math.max(0, each - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <strong class="countdown">{texts.seconds(left)}</strong>;
}
