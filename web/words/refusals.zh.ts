/** Why a call was refused; a file of its own for whoever is told so. */
export { refusals as messages } from './base.zh.ts'
