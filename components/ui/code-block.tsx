import { cn } from './cn'
import { CopyButton } from './copy-button'
import { LongText } from './long-text'
import { ScrollArea } from './scroll-area'

type CodeBlockProps = {
  children: string
  /** Names the block, e.g. "Example record". */
  label: string
  copyable?: boolean
  className?: string
}

/** Text of machines: always left to right, scrolls inside its own frame. */
export function CodeBlock({ children, label, copyable = true, className }: CodeBlockProps) {
  return (
    <div className={cn('relative rounded-lg border border-line bg-sunken', className)}>
      <ScrollArea label={label} className="max-h-96">
        <pre
          dir="ltr"
          className={cn('w-max min-w-full p-3 font-mono text-[0.8125rem] leading-relaxed', copyable && 'pe-14')}
        >
          <code>
            <LongText>{children}</LongText>
          </code>
        </pre>
      </ScrollArea>
      {copyable ? (
        <CopyButton value={children} what={label.toLowerCase()} className="absolute end-1 top-1 bg-sunken" />
      ) : null}
    </div>
  )
}
