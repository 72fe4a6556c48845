import { Check, CornerDownLeft, type IconComponent, X } from '@/components/ui/icons'

const DRAWN = { '✓': Check, '✕': X, '↵': CornerDownLeft } satisfies Record<string, IconComponent>

/**
 * A sign that the typeface of the interface does not have, and not every system either: it is drawn, in the size and colour of
 * the text around it. Not read out. Any other text is written as it is.
 */
export function Sign({ of }: { of: string }) {
  const Icon = of in DRAWN ? DRAWN[of as keyof typeof DRAWN] : null
  return Icon ? <Icon aria-hidden strokeWidth={2.5} className="inline size-[1.1em] shrink-0 align-[-0.15em]" /> : of
}
