"""Names for the people of a season: many scripts, as players write them."""

from typing import Final

NAMES: Final = (
    "Ana", "Zoë", "José Ángel", "Łukasz", "Ørjan", "Þóra", "Søren", "Çağla",
    "Đặng Thị Mai", "Νίκη", "Олена", "Дмитро", "Иван", "Şebnem", "François", "Ümit",
    "李娜", "王小明", "さくら", "健太", "김민준", "이서연", "อรทัย", "अनिका",
    "রহিম", "தமிழ்", "ליאור", "نور", "فرشته", "გიორგი", "Արամ", "Mary-Jane O’Neil",
    "Jean-Luc", "Björk", "Matěj", "Zsófia", "Ștefan", "Živa", "Käthe", "Aurélie",
    "Nguyễn An", "Kofi", "Ngozi", "Thandiwe", "Makoa", "Malala", "Inés", "Íñigo",
    "Ana Clara", "João", "Siân", "Caoimhe", "Fríða", "Jürgen", "Wren", "Bo",
    "María de los Ángeles", "d’Artagnan", "R2", "🎴 Card Shark", "Tía Lola", "Opa",
)  # fmt: skip
