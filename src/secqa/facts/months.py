"""The word for a month, in a language that the transformation registries know, to its number.

Words are inflected and shortened, so a month is known by how its word begins; accents and case do
not count. Where one beginning is another's as well, the longer one decides.
"""

import re
import unicodedata
from functools import lru_cache

# fmt: off
_BEGIN = {
    "bg": "ян фев мар апр маи юни юли авг сеп окт ное дек",
    "cs": "led uno bre dub kve cerven|cervn|cvn cervenc|cervene|cvc srp zar rij lis pro",
    "cy": "ion chwe maw|faw ebr mai|fai meh|feh gor|ngor aws med|fed hyd tach|dach|nhach|thach "
          "rhag|rag",
    "da": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "de": "jan|jaen feb mar|maer apr mai jun jul aug sep okt nov dez",
    "el": "ιαν φεβ μαρ απρ|αριλ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "es": "ene feb mar abr may jun jul ago sep|set oct nov dic",
    "et": "jaan veebr marts apr mai juuni juuli aug sept okt nov dets",
    "fi": "tam hel maa huh tou kes hei elo syy lok mar jou",
    "fr": "janv fevr mars avr mai juin juil aout sept oct nov dec",
    "hi": "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "hr": "sij velj ozu tra svi lip srp kol ruj lis stu pro",
    "hu": "jan feb marc apr maj jun jul aug szept okt nov dec",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "lt": "sau vas kov bal geg bir lie rugp|rgp rugs|rgs spa|spl lap gru|grd",
    "lv": "janv febr marts apr maijs jun jul aug sept okt nov dec",
    "nl": "jan feb maa|mrt apr mei jun jul aug sep okt nov dec",
    "no": "jan feb mar apr mai jun jul aug sep okt nov des",
    "pl": "sty lut mar kwi maj cze lip sie wrz paz lis gru",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "ro": "ian feb mar apr mai iun iul aug sep oct noi|nov dec",
    "sk": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "sl": "jan feb mar apr maj jun jul avg sep okt nov dec",
    "saka": "chait|चैत्र vai|वैशाख|बैसाख jy|ज्येष्ठ asad|ashad|आषाढ srav|shrav|श्रावण|सावन "
            "bhad|prost|भाद्रपद|भादो asv|asw|ashw|आश्विन kar|कार्तिक agra|marg|मार्गशीर्ष|अगहन "
            "pau|पौष mag|माघ phal|फाल्गुन",
}
# fmt: on
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_SAME = {"dk": "da", "in": "hi"}
"""What the third registry calls a language, and what the others do."""
_ACCENTS = re.compile("[\u0300-\u036f]")


def month_number(word: str, language: str) -> int:
    """1 to 12; 0 for a word that is no month. `language` "roman" is numbers as I to XII."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", word.lower()))
    if language == "roman":
        return _ROMAN.index(plain) + 1 if plain in _ROMAN else 0
    found = [b for b in _beginnings(_SAME.get(language, language)) if plain.startswith(b[0])]
    return max(found, key=lambda beginning: len(beginning[0]))[1] if found else 0


@lru_cache
def _beginnings(language: str) -> tuple[tuple[str, int], ...]:
    if language not in _BEGIN:
        return ()
    return tuple(
        (unicodedata.normalize("NFKD", beginning), number)
        for number, several in enumerate(_BEGIN[language].split(), 1)
        for beginning in several.split("|")
    )
