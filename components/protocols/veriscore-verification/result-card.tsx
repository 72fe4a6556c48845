'use client'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { DIFFERS, differs } from '@/components/annotation/workbench/unit-mark'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { ExternalLink } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { LongText } from '@/components/ui/long-text'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { hostOf } from '@/components/ui/web-address'
import { answerOf } from '@/lib/protocols/completeness'
import type { Tone, UnitDraft } from '@/lib/protocols/protocol'
import { stanceOptions, trustOptions } from '@/lib/protocols/veriscore-verification/options'
import { resultDataOf } from '@/lib/protocols/veriscore-verification/units'
import { OWN_KEYS, pageLinkId } from './keys'

const SIDE: Record<Tone, string> = {
  positive: 'border-s-positive',
  partial: 'border-s-partial',
  negative: 'border-s-negative',
  neutral: 'border-s-neutral',
}

/** A search result: title, snippet, address, and what was said of it. */
export function ResultCard({ unit, number }: { unit: UnitDraft; number: number }) {
  const { answers, open, go, standing } = useBench()
  const settled = standing?.(unit.key)
  const isOpen = open === unit.key
  const { title } = resultDataOf(unit)
  const stance = stanceOptions.find(({ value }) => value === answerOf(answers, unit.key, 'stance'))
  const trust = trustOptions.find(({ value }) => value === answerOf(answers, unit.key, 'trust'))
  return (
    <section
      id={unitId(unit.key)}
      tabIndex={-1}
      aria-label={`Search result ${number}, ${differs(settled) ? settled.text : stance ? stance.text : 'no stance yet'}`}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-28 scroll-mb-4 rounded-lg border border-s-4 bg-surface p-3 max-lg:scroll-mb-[60dvh]',
        isOpen ? 'border-accent' : 'border-line',
        stance ? SIDE[stance.tone] : 'border-s-control',
      )}
    >
      <div className="mb-1 flex min-h-6 flex-wrap items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold text-sm">
          <button
            type="button"
            className="min-h-6 max-w-full rounded-sm text-start hover:underline pointer-coarse:min-h-11"
            onClick={() => go({ unit: unit.key, question: null })}
          >
            <span dir="ltr" className="me-1.5 select-none text-muted tabular-nums">
              {number}
            </span>
            <bdi className="wrap-anywhere">{title || 'Without a title'}</bdi>
          </button>
        </h3>
        {differs(settled) ? (
          <Badge tone={settled.tone} letter={DIFFERS}>
            {settled.text}
          </Badge>
        ) : stance ? (
          <Badge tone={stance.tone}>{stance.text}</Badge>
        ) : null}
      </div>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-[0.9375rem] leading-relaxed">
        {unit.text === title ? (
          <span className="text-muted italic">No snippet came with this result.</span>
        ) : (
          <LongText what="snippet">{unit.text}</LongText>
        )}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs">
        <Address unit={unit} hasKey={isOpen} />
        {trust ? <span>Source: {trust.text.toLowerCase()}</span> : null}
      </p>
    </section>
  )
}

/** Only web addresses become links. */
function Address({ unit, hasKey }: { unit: UnitDraft; hasKey: boolean }) {
  const aria = useAriaKeys()
  const { link } = resultDataOf(unit)
  const host = hostOf(link)
  if (!link || !host)
    return <span className="wrap-anywhere">{link ? `No web address: ${link}` : 'No address came with it'}</span>
  return (
    <a
      id={pageLinkId(unit.key)}
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={link}
      aria-keyshortcuts={hasKey ? aria(OWN_KEYS.openPage) : undefined}
      className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:min-h-11"
    >
      <bdi className="truncate">{host}</bdi>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
      {hasKey ? <Kbd of={OWN_KEYS.openPage} hidden /> : null}
    </a>
  )
}
