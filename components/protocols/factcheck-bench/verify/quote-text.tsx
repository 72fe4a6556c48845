'use client'
import { useMemo, useState } from 'react'
import { sharedPieces, tellingWords } from '@/components/protocols/factcheck-bench/shared/shared-words'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { useLongText } from '@/components/ui/long-text'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { VERIFY_KEYS } from './handlers'

/** Beyond this width, in letters of Latin script, a passage is cut until asked for. */
const LONG = 480
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function isLong(text: string): boolean {
  let width = 0
  for (const letter of text) {
    width += WIDE.test(letter) ? 2 : letter === '\n' ? 40 : 1
    if (width > LONG) return true
  }
  return false
}

interface QuoteTextProps {
  text: string
  /** The claim's text: words that the passage shares with it are marked. */
  claim: string
  /** The id of the button that shows the whole of a long passage. */
  buttonId?: string
  hasKey?: boolean
}

/** A passage, its words that the claim has as well lightly underlined; long ones begin with their first lines. */
export function QuoteText({ text, claim, buttonId, hasKey = false }: QuoteTextProps) {
  const aria = useAriaKeys()
  const [isWhole, setWhole] = useState(false)
  const words = useMemo(() => tellingWords(claim), [claim])
  const { shown, more } = useLongText(text, 'passage')
  const pieces = useMemo(() => sharedPieces(shown, words), [shown, words])
  const isCut = buttonId !== undefined && isLong(text)
  if (text.trim() === '') return <p className="text-muted text-sm italic">No text came with this passage.</p>
  return (
    <>
      <blockquote
        dir="auto"
        className={cn(
          'wrap-anywhere whitespace-pre-wrap text-[0.9375rem] leading-relaxed',
          isCut && !isWhole && 'line-clamp-6',
        )}
      >
        {pieces.map((piece) =>
          piece.isShared ? (
            <mark
              key={piece.at}
              className="bg-transparent text-inherit underline decoration-accent-border decoration-2 underline-offset-3"
            >
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
        {isCut && !isWhole ? null : more}
      </blockquote>
      {isCut ? (
        <button
          id={buttonId}
          type="button"
          aria-expanded={isWhole}
          aria-keyshortcuts={hasKey ? aria(VERIFY_KEYS.showAll) : undefined}
          onClick={() => setWhole(!isWhole)}
          className="mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-accent-text text-sm underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {isWhole ? 'Show less' : 'Show all'}
          {hasKey ? <Kbd of={VERIFY_KEYS.showAll} hidden /> : null}
        </button>
      ) : null}
    </>
  )
}
