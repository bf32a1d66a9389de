export { freeLapsed } from './freed.ts'
