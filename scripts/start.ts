import { launch } from '@/scripts/launch/launch'

/** `npm start`: the app on a production build. */
export const main = () => launch('start')
