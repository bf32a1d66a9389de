/** Why a call was refused; a file of its own, loaded when it is needed. */
export { refusals as messages } from './base.en.ts'
