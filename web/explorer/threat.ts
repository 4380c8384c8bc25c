// In charge of how threatened a family or genus is: the share of the assessed species that are threatened, in steps.

export const THREAT_STEPS = ['none', 'few', 'some', 'many', 'most', 'unknown'] as const;
export type ThreatStep = (typeof THREAT_STEPS)[number];

const FEW = 0.1;
const SOME = 0.25;
const MANY = 0.5;

interface Counts {
  assessedCount: number;
  threatenedCount: number;
}

export function threatOf({ assessedCount, threatenedCount }: Counts): ThreatStep {
  if (assessedCount === 0) return 'unknown';
  const share = threatenedCount / assessedCount;
  if (share === 0) return 'none';
  if (share <= FEW) return 'few';
  if (share <= SOME) return 'some';
  return share <= MANY ? 'many' : 'most';
}
