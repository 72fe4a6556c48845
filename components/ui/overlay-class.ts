/** The look that everything lying over the page shares. */
export const SCRIM = 'fixed inset-0 z-40 animate-overlay bg-scrim'
export const PANEL = 'border border-line bg-raised text-ink shadow-xl'
export const MENU = 'z-50 animate-pop rounded-lg border border-line bg-raised p-1 text-ink shadow-lg'
