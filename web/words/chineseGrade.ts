/** A grade as Chinese says it. A school may also write Pre-K or any other name. */
export const chineseGrade =
  '{grade, select, K {学前班} 1 {一年级} 2 {二年级} 3 {三年级} 4 {四年级} 5 {五年级} 6 {六年级} 7 {七年级} 8 {八年级} 9 {九年级} 10 {十年级} 11 {十一年级} 12 {十二年级} other {年级：{grade}}}'
