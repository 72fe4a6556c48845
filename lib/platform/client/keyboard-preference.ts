import { storedTexts } from './stored-texts'

const preference = storedTexts(() => localStorage, '')
const CHORDS_ONLY = 'assay-chords-only'

/** Calls back when the preference changes, here or in another tab. */
export const subscribeChordsOnly = preference.subscribe

/** `true`: only chords with Ctrl or Command and named keys work, for people whose speech or hand hits letters by chance. */
export const readChordsOnly = (): boolean => preference.read(CHORDS_ONLY) === 'true'

/** Remembers the preference in this browser, or, where that is forbidden, until the page is left. */
export const writeChordsOnly = (value: boolean) => void preference.write(CHORDS_ONLY, String(value))
