/** The breakpoint `lg`: from this width on, texts and questions stand beside each other. */
export const WIDE = '(min-width: 64rem)'

/** Do texts and questions stand beside each other? */
export const isWide = () => matches(WIDE)

/** Does the bar of a task stay in sight while the page moves under it? Not in low windows (`low` in app/globals.css). */
export const keepsBar = () => matches(`${WIDE} and (min-height: 30rem)`)

const matches = (query: string) => window.matchMedia?.(query).matches ?? false
