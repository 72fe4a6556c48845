/** Where the card of the tour stands: in sight, and not on what it explains. Pure. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Size {
  width: number
  height: number
}

/** Pixels between the card and what it explains, and between it and the window's edges. */
const GAP = 16

/** The part of a box that lies within another; null where none does. */
export function within(box: Box, frame: Box): Box | null {
  const left = Math.max(box.left, frame.left)
  const top = Math.max(box.top, frame.top)
  const right = Math.min(box.right, frame.right)
  const bottom = Math.min(box.bottom, frame.bottom)
  return right > left && bottom > top ? { left, top, right, bottom } : null
}

/** The smallest box around all. */
export const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
})

const area = (box: Box | null) => (box ? (box.right - box.left) * (box.bottom - box.top) : 0)

/** Top left of a card beside the target: below it, above it, beside it, else in a corner; where no place is free, where it covers least. */
export function placeCard(target: Box, card: Size, view: Size): { left: number; top: number } {
  const lastLeft = Math.max(0, view.width - card.width - GAP)
  const lastTop = Math.max(0, view.height - card.height - GAP)
  const clamp = (position: number, last: number) => Math.min(Math.max(position, Math.min(GAP, last)), last)
  const wanted = [
    { left: target.left, top: target.bottom + GAP },
    { left: target.left, top: target.top - card.height - GAP },
    { left: target.right + GAP, top: target.top },
    { left: target.left - card.width - GAP, top: target.top },
    { left: lastLeft, top: lastTop },
    { left: GAP, top: lastTop },
    { left: lastLeft, top: GAP },
    { left: GAP, top: GAP },
  ].map(({ left, top }) => ({ left: clamp(left, lastLeft), top: clamp(top, lastTop) }))
  const covered = wanted.map(({ left, top }) =>
    area(within(target, { left, top, right: left + card.width, bottom: top + card.height })),
  )
  return wanted[covered.indexOf(Math.min(...covered))] ?? { left: GAP, top: GAP }
}
