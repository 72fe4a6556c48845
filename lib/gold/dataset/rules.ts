import { MAX_LISTED, type Panel, type PanelCell } from './contract'

const formatCount = (count: number) => count.toLocaleString('en')

/** A share with one decimal; only what is all or nothing reads 100% or 0%. */
function formatShare(share: number): string {
  if (share === 1 || share === 0) return `${share * 100}%`
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)}%`
}

/** A figure in words, as the page and the command line show it. */
export function figureText(
  { form, digits }: Pick<Panel['columns'][number], 'form' | 'digits'>,
  { value, part, whole }: Pick<PanelCell, 'value' | 'part' | 'whole'>,
): string {
  if (value === null) return 'none'
  if (form === 'count') return formatCount(value)
  if (form === 'mean') return value.toFixed(digits ?? 1)
  return `${formatCount(part ?? 0)} of ${formatCount(whole ?? 0)} (${formatShare(value)})`
}

/** One figure of the dataset page. */
export interface FigureKey {
  panel: string
  row: string
  /** Index of its column. */
  column: number
  rule: string
}

/** Where the items behind a figure are listed; null where there are none. */
export function itemsBehindFigure(projectId: string, cell: PanelCell, figure: FigureKey): string | null {
  if (cell.count === 0) return null
  const search =
    cell.items && cell.items.length <= MAX_LISTED
      ? `ids=${cell.items.join(',')}`
      : new URLSearchParams({ ...figure, column: String(figure.column) }).toString()
  return `/projects/${projectId}/items?${search}`
}
