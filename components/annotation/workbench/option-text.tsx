import { ToneMark } from '@/components/ui/tone-mark'

/** The border of an option that a machine proposes and nobody has chosen. */
export const SUGGESTED_OPTION = 'border-suggestion border-dashed'

/** An option's words; where it is proposed, marked, and named for those who do not see the dashes. */
export function OptionText({ text, proposers }: { text: string; proposers?: string }) {
  return (
    <span className="min-w-0">
      {text}
      {proposers === undefined ? null : (
        <>
          <ToneMark tone="suggestion" className="ms-1 inline size-3 align-[-0.05em] text-suggestion-text" />
          <span className="sr-only">, suggested by {proposers}</span>
        </>
      )}
    </span>
  )
}
