import type { ComponentProps, ReactNode } from 'react'
import { ArrowDown, ArrowUp, ArrowUpDown } from '@/components/ui/icons'
import { cn } from './cn'
import { ScrollArea } from './scroll-area'

type TableProps = {
  /** Says what the table shows; read out, and shown with `showCaption`. */
  caption: string
  showCaption?: boolean
  /** On narrow screens each row is a card: its heading, and below it each cell beside its `label`. */
  stacked?: boolean
  /** thead and tbody, from `Th` and `Td`. */
  children: ReactNode
  className?: string
}

/** A table that scrolls inside its own frame on narrow screens. */
export function Table({ caption, showCaption = false, stacked = false, children, className }: TableProps) {
  return (
    <ScrollArea label={`Table: ${caption}`} className={cn('rounded-lg border border-line bg-surface', className)}>
      <table
        className={cn(
          'w-full border-collapse text-start text-sm [&_tbody_tr:last-child>*]:border-b-0',
          stacked && 'stacked-table',
        )}
      >
        <caption className={showCaption ? 'px-3 py-2 text-start text-muted text-sm' : 'sr-only'}>{caption}</caption>
        {children}
      </table>
    </ScrollArea>
  )
}

type Sort = 'ascending' | 'descending' | 'none'
type ThProps = ComponentProps<'th'> & {
  numeric?: boolean
  /** Makes the heading a button; `none` means sortable, not sorted. */
  sort?: Sort
  onSort?: () => void
}

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

/** A heading: of its column, or with `scope="row"` of its row. */
export function Th({ numeric, sort, onSort, scope = 'col', className, children, ...props }: ThProps) {
  const Icon = sort ? SORT_ICONS[sort] : null
  return (
    <th
      scope={scope}
      aria-sort={sort}
      className={cn(
        'border-line border-b px-3 py-2 text-start font-medium',
        scope === 'col' ? 'whitespace-nowrap bg-sunken text-[0.8125rem] text-muted' : 'align-top',
        numeric && 'text-end tabular-nums',
        className,
      )}
      {...props}
    >
      {Icon ? (
        <button type="button" onClick={onSort} className="inline-flex min-h-6 items-center gap-1 hover:text-ink">
          {children}
          <Icon aria-hidden className="size-3.5" />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

type TdProps = ComponentProps<'td'> & {
  numeric?: boolean
  /** The words of its column, shown beside it where a `stacked` table is narrow; screen readers have the heading. */
  label?: string
}

/** A cell. */
export function Td({ numeric, label, className, ...props }: TdProps) {
  return (
    <td
      data-label={label}
      className={cn('border-line border-b px-3 py-2 align-top', numeric && 'text-end tabular-nums', className)}
      {...props}
    />
  )
}

/** A row; `selected` marks the chosen one. */
export function Tr({ selected, className, ...props }: ComponentProps<'tr'> & { selected?: boolean }) {
  return (
    <tr
      aria-current={selected ? 'true' : undefined}
      className={cn(
        'hover:bg-hover',
        selected && 'bg-accent-surface hover:bg-accent-surface forced-colors:outline-2',
        className,
      )}
      {...props}
    />
  )
}
