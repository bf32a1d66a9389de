export { lapseOffer } from './freed.ts'
