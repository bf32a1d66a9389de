/** The keys of one language with the texts of another. A missing or extra key does not compile. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>
}
