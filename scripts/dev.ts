import { launch } from '@/scripts/launch/launch'

/** `npm run dev`: the app with live reloading, on a database of its own in .data/dev. */
export const main = () => launch('dev')
