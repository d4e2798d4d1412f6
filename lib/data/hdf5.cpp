// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <hdf5/serial/hdf5.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "data/format.hpp"

namespace uneven::data {

namespace {

constexpr unsigned read_only = 0;  // H5F_ACC_RDONLY, whose macro calls the library

/// The library is loaded when the first file needs it: it brings forty others, of which no rank is to pay the start.
class Library {
 public:
  static const Library& get() {
    static const Library library;
    return library;
  }

#define UNEVEN_FUNCTION(name) decltype(&::name) name = find<decltype(&::name)>(#name)
  UNEVEN_FUNCTION(H5open);
  UNEVEN_FUNCTION(H5Eset_auto2);
  UNEVEN_FUNCTION(H5Fopen);
  UNEVEN_FUNCTION(H5Fclose);
  UNEVEN_FUNCTION(H5Dopen2);
  UNEVEN_FUNCTION(H5Dclose);
  UNEVEN_FUNCTION(H5Dget_space);
  UNEVEN_FUNCTION(H5Dget_type);
  UNEVEN_FUNCTION(H5Dget_create_plist);
  UNEVEN_FUNCTION(H5Dget_storage_size);
  UNEVEN_FUNCTION(H5Dread);
  UNEVEN_FUNCTION(H5Pget_layout);
  UNEVEN_FUNCTION(H5Pget_chunk);
  UNEVEN_FUNCTION(H5Pclose);
  UNEVEN_FUNCTION(H5Screate_simple);
  UNEVEN_FUNCTION(H5Sget_simple_extent_ndims);
  UNEVEN_FUNCTION(H5Sget_simple_extent_dims);
  UNEVEN_FUNCTION(H5Sselect_hyperslab);
  UNEVEN_FUNCTION(H5Sclose);
  UNEVEN_FUNCTION(H5Tget_class);
  UNEVEN_FUNCTION(H5Tget_size);
  UNEVEN_FUNCTION(H5Tclose);
  UNEVEN_FUNCTION(H5Ovisit2);
#undef UNEVEN_FUNCTION
  hid_t number = 0;  ///< the type of a double in memory

 private:
  Library() {
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    number = *find<const hid_t*>("H5T_NATIVE_DOUBLE_g");
  }

  template <class Pointer>
  Pointer find(const char* name) {
    void* const found = ::dlsym(handle(), name);
    if (!found) throw SystemError(std::string("libhdf5 has no ") + name + "; expected version 1.10");
    return reinterpret_cast<Pointer>(found);
  }

  static void* handle() {
    static void* const handle = [] {
      // Nothing is written, and some file systems know no locks.
      ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
      for (const char* name : {"libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5_serial.so", "libhdf5.so"})
        if (void* const found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
      throw SystemError(std::string("an HDF5 file cannot be read without libhdf5: ") + ::dlerror());
    }();
    return handle;
  }
};

/// An identifier of the library, which its function closes.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

herr_t add_dataset(hid_t, const char* name, const H5O_info_t* info, void* names) noexcept try {
  if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
} catch (...) {
  return -1;
}

/// A dataset of whole or floating-point numbers; its rows are those of the first dimension.
class Hdf5Table : public Format {
 public:
  explicit Hdf5Table(const std::string& name)
      : Format(name),
        hdf5_(Library::get()),
        file_(hdf5_.H5Fopen(plain(name).path.c_str(), read_only, 0), hdf5_.H5Fclose) {
    if (!file_) fail("is damaged or cut off; expected an HDF5 file");
    dataset_ = std::make_unique<Handle>(hdf5_.H5Dopen2(file_.id(), path().c_str(), H5P_DEFAULT), hdf5_.H5Dclose);
    if (!*dataset_) fail("has no dataset '" + shown(path_) + "'; expected one of " + list());
    read_shape();
    read_layout();
  }

  std::string description() const override {
    std::string shape;
    for (const hsize_t length : shape_) shape += (shape.empty() ? "" : " x ") + std::to_string(length);
    return "HDF5 dataset " + shown(path_) + " of " + shape + " numbers";
  }

  std::int64_t columns() const override { return columns_; }
  std::int64_t blocks() const override { return (rows_ + block_rows_ - 1) / block_rows_; }
  std::int64_t survey(std::int64_t block, Findings&) const override {
    return std::min(block_rows_, rows_ - block * block_rows_);
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    std::vector<hsize_t> first(shape_.size(), 0), count = shape_;
    first[0] = static_cast<hsize_t>(block * block_rows_ + rows.first);
    count[0] = static_cast<hsize_t>(rows.count);
    const Handle part(hdf5_.H5Dget_space(dataset_->id()), hdf5_.H5Sclose);
    const Handle memory(hdf5_.H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), hdf5_.H5Sclose);
    std::vector<double> all(static_cast<std::size_t>(rows.count * columns_));
    if (!part || !memory ||
        hdf5_.H5Sselect_hyperslab(part.id(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) < 0 ||
        hdf5_.H5Dread(dataset_->id(), hdf5_.number, memory.id(), part.id(), H5P_DEFAULT, all.data()) < 0)
      fail("rows " + std::to_string(first[0] + 1) + " to " + std::to_string(first[0] + count[0]) +
           " cannot be read; expected a whole file, without filters other than those of libhdf5");
    for (std::int64_t row = 0; row < rows.count; ++row)
      for (const std::int64_t column : chosen_)
        values.push_back(all[static_cast<std::size_t>(row * columns_ + column)]);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(input_name(name_) + ": " + what); }

  std::vector<std::string> datasets() const {
    std::vector<std::string> names;
    hdf5_.H5Ovisit2(file_.id(), H5_INDEX_NAME, H5_ITER_INC, add_dataset, &names, H5O_INFO_BASIC);
    return names;
  }

  std::string list() const {
    constexpr std::size_t most = 8;
    const std::vector<std::string> names = datasets();
    if (names.empty()) return "none (there is no dataset)";
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", /" : "/") + shown_data(names[i]);
    return text + (names.size() > most ? ", ..." : "");
  }

  /// Of the dataset that is named, or of the only one.
  const std::string& path() {
    path_ = split_part(name_).part;
    if (!path_.empty()) return path_;
    const std::vector<std::string> names = datasets();
    if (names.size() != 1)
      fail("has " + std::to_string(names.size()) +
           " datasets; expected the name of one behind the file's and a colon: " + list());
    return path_ = "/" + names[0];
  }

  void read_shape() {
    const Handle space(hdf5_.H5Dget_space(dataset_->id()), hdf5_.H5Sclose);
    const int dimensions = space ? hdf5_.H5Sget_simple_extent_ndims(space.id()) : -1;
    if (dimensions < 1) fail("dataset " + shown(path_) + " has no dimensions; expected 1 or more");
    shape_.resize(static_cast<std::size_t>(dimensions));
    hdf5_.H5Sget_simple_extent_dims(space.id(), shape_.data(), nullptr);
    hsize_t all = sizeof(double);
    bool large = false;
    for (const hsize_t length : shape_) large |= __builtin_mul_overflow(all, std::max<hsize_t>(1, length), &all);
    if (large || all > hsize_t{INT64_MAX}) fail("dataset " + shown(path_) + " is larger than any file");
    rows_ = static_cast<std::int64_t>(shape_[0]);
    for (std::size_t i = 1; i < shape_.size(); ++i) columns_ *= static_cast<std::int64_t>(shape_[i]);
    if (rows_ == 0 || columns_ == 0) fail("dataset " + shown(path_) + " holds no numbers");
  }

  void read_layout() {
    const Handle type(hdf5_.H5Dget_type(dataset_->id()), hdf5_.H5Tclose);
    const H5T_class_t kind = type ? hdf5_.H5Tget_class(type.id()) : H5T_NO_CLASS;
    if (kind != H5T_INTEGER && kind != H5T_FLOAT)
      fail("dataset " + shown(path_) + " does not hold whole or floating-point numbers; expected such");
    // What was never written would be read as zeros; no filter makes a number out of less than a thousandth of it.
    constexpr double most_packed = 1100;
    const double bytes =
        static_cast<double>(rows_) * static_cast<double>(columns_) * static_cast<double>(hdf5_.H5Tget_size(type.id()));
    if (bytes > most_packed * static_cast<double>(hdf5_.H5Dget_storage_size(dataset_->id())))
      fail("dataset " + shown(path_) + " is not filled; expected its numbers");
    constexpr std::int64_t numbers_at_a_time = 1 << 17;
    block_rows_ = std::max<std::int64_t>(1, numbers_at_a_time / columns_);
    const Handle list(hdf5_.H5Dget_create_plist(dataset_->id()), hdf5_.H5Pclose);
    std::vector<hsize_t> chunk(shape_.size());
    if (!list || hdf5_.H5Pget_layout(list.id()) != H5D_CHUNKED ||
        hdf5_.H5Pget_chunk(list.id(), static_cast<int>(chunk.size()), chunk.data()) < 1 || chunk[0] == 0)
      return;
    // Whole chunks: each is unpacked once.
    const auto rows_of_chunk = static_cast<std::int64_t>(std::min(chunk[0], shape_[0]));
    block_rows_ = (block_rows_ + rows_of_chunk - 1) / rows_of_chunk * rows_of_chunk;
  }

  const Library& hdf5_;
  Handle file_;
  std::unique_ptr<Handle> dataset_;
  std::string path_;
  std::vector<hsize_t> shape_;
  std::int64_t rows_ = 0, columns_ = 1, block_rows_ = 1;
};

}  // namespace

bool is_hdf5(InputFile& file) {
  constexpr std::string_view mark("\x89HDF\r\n\x1a\n", 8);
  std::string start(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), mark.size())), '\0');
  file.read(0, std::ssize(start), start.data());
  return start == mark;
}

std::unique_ptr<Format> open_hdf5(const std::string& name) { return std::make_unique<Hdf5Table>(name); }

}  // namespace uneven::data
